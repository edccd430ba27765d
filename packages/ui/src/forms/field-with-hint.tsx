import { type ReactNode, useId } from 'react';
import { classes } from '../actions/classes.ts';

export interface FieldWithHintProps {
  readonly label: string;
  /** Shown below while nothing is wrong. */
  readonly hint?: ReactNode;
  /** The error text, announced with the field. */
  readonly error?: string | undefined;
}

/** What a control needs so that its label and its note are read out with it. */
export interface NotedControl {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface Props extends FieldWithHintProps {
  readonly children: (control: NotedControl) => ReactNode;
}

/** A label above a control, and a line for a hint or an error below it. */
export function FieldWithHint({ label, hint, error, children }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {/* The line is reserved, so that an error does not move the controls, and is announced when it appears. */}
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

/** The classes of a text control, without its height. */
export function writableClasses(error: string | undefined): string {
  return classes(
    'w-full rounded-control border bg-raised px-3.5 text-body text-ink transition-colors placeholder:text-quiet',
    error === undefined ? 'border-edge hover:border-ink' : 'border-danger',
  );
}
