import { type ReactNode, useId } from 'react';
import { classes } from '../actions/classes.ts';

export interface FieldWithHintProps {
  readonly label: string;
  /** Shown below the label. */
  readonly hint?: ReactNode;
  /** The error text, announced with the field. */
  readonly error?: string | undefined;
}

/** Attributes with which screen readers announce a control's label, hint and error. */
interface NotedControl {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface Props extends FieldWithHintProps {
  readonly children: (control: NotedControl) => ReactNode;
}

/**
 * A label and its hint above a control, and a line for an error below it. Each control has the same distance to what follows, with
 * or without a hint: a part of the empty line lies in the gap to it.
 */
export function FieldWithHint({ label, hint, error, children }: Props) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  return (
    <div className="-mb-2 flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="m-0 -mt-1.5 text-small text-quiet">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': error !== undefined ? errorId : hint !== undefined ? hintId : undefined,
      })}
      {/* The line is always reserved, so that an error does not move the controls, and is announced when it
          appears. */}
      <p id={errorId} aria-live="polite" className="m-0 min-h-5.25 text-small text-danger">
        {error}
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
