import type { ComponentProps } from 'react';
import { classes } from '../actions/classes.ts';
import { FieldWithHint, type FieldWithHintProps, writableClasses } from './field-with-hint.tsx';

interface TextFieldProps extends FieldWithHintProps, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Monospace, for addresses, codes and keys. */
  readonly mono?: boolean;
}

/** A labelled text field. The form decides when to show an error: on submit, or on blur once touched. */
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
