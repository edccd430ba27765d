import type { ComponentProps } from 'react';
import { classes } from '../actions/classes.ts';
import { FieldWithHint, type FieldWithHintProps, writableClasses } from './field-with-hint.tsx';

interface TextFieldProps extends FieldWithHintProps, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Addresses, codes and keys are set in mono. */
  readonly mono?: boolean;
}

/** One labelled line of text. Whether an error is due is the form's decision: on submit, or once touched on blur. */
export function TextField({ label, hint, error, mono = false, ...input }: TextFieldProps) {
  return (
    <FieldWithHint label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={classes('h-12', writableClasses(error), mono && 'font-mono tracking-wide')}
        />
      )}
    </FieldWithHint>
  );
}
