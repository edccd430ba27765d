import type { ComponentProps } from 'react';
import { classes } from '../actions/classes.ts';
import { FieldWithHint, type FieldWithHintProps, writableClasses } from './field-with-hint.tsx';

interface TextAreaFieldProps
  extends FieldWithHintProps,
    Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  /** Monospace, for addresses, codes and keys. */
  readonly mono?: boolean;
}

/** A labelled text area. */
export function TextAreaField({ label, hint, error, mono = false, ...area }: TextAreaFieldProps) {
  return (
    <FieldWithHint label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          rows={3}
          {...area}
          {...control}
          className={classes('resize-y py-2.5', writableClasses(error), mono && 'font-mono')}
        />
      )}
    </FieldWithHint>
  );
}
