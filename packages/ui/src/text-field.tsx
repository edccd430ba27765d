import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  /** Shown below while nothing is wrong. */
  readonly hint?: ReactNode;
  /** What is wrong, in words; read out with the field. */
  readonly error?: string | undefined;
  /** Addresses, codes and keys are set in mono. */
  readonly mono?: boolean;
}

/** One labelled line of text. Whether an error is due is the form's decision: on submit, or once touched on blur. */
export function TextField({ label, hint, error, mono = false, ...input }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={classes(
          'h-12 w-full rounded-control border bg-raised px-3.5 text-body text-ink transition-colors placeholder:text-quiet',
          error === undefined ? 'border-edge hover:border-ink' : 'border-danger',
          mono && 'font-mono tracking-wide',
        )}
      />
      {/* The line is kept free, so that a word of warning never moves what is about to be pressed, and is read out when it comes. */}
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
