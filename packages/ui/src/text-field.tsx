import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { NotedField, type NotedFieldProps, writableClasses } from './noted-field.tsx';

interface TextFieldProps extends NotedFieldProps, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Addresses, codes and keys are set in mono. */
  readonly mono?: boolean;
}

/** One labelled line of text. Whether an error is due is the form's decision: on submit, or once touched on blur. */
export function TextField({ label, hint, error, mono = false, ...input }: TextFieldProps) {
  return (
    <NotedField label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={classes('h-12', writableClasses(error), mono && 'font-mono tracking-wide')}
        />
      )}
    </NotedField>
  );
}
