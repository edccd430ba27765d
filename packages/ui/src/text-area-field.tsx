import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  readonly label: string;
  /** Shown below while nothing is wrong. */
  readonly hint?: ReactNode;
  /** What is wrong, in words; read out with the field. */
  readonly error?: string | undefined;
  /** Addresses, codes and keys are set in mono. */
  readonly mono?: boolean;
}

/** Several labelled lines of text. */
export function TextAreaField({ label, hint, error, mono = false, ...area }: TextAreaFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      <textarea
        rows={3}
        {...area}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={classes(
          'w-full resize-y rounded-control border bg-raised px-3.5 py-2.5 text-body text-ink transition-colors placeholder:text-quiet',
          error === undefined ? 'border-edge hover:border-ink' : 'border-danger',
          mono && 'font-mono',
        )}
      />
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={classes('m-0 min-h-5.25 text-small', error === undefined ? 'text-quiet' : 'text-danger')}
      >
        {note}
      </p>
    </div>
  );
}
