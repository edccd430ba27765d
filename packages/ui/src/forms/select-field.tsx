import { useId } from 'react';
import { classes } from '../actions/classes.ts';

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Empty while nothing is chosen; needs a `placeholder`. */
  readonly value: Value | '';
  readonly onChange: (value: Value) => void;
  /** Shown while `value` is empty. It cannot be chosen. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** Reserves the line of an error, so that all fields of a form have the same distance. */
  readonly inForm?: boolean;
}

/**
 * A choice among many options by the browser's own list, which supports typing to search and the native
 * picker of phones.
 */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, options, value, onChange, placeholder, disabled, inForm = false } = props;
  const id = useId();
  return (
    <div className={classes('flex min-w-0 flex-col gap-1.5', inForm && 'pb-4.75')}>
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
          className="h-12 w-full appearance-none truncate rounded-control border border-edge bg-raised pr-10 pl-3.5 text-body text-ink transition-colors not-disabled:hover:border-ink disabled:border-line disabled:text-quiet"
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <svg
          aria-hidden="true"
          viewBox="0 0 12 8"
          className="pointer-events-none absolute top-5 right-3.5 h-2 w-3 fill-none stroke-quiet stroke-2"
        >
          <path d="m1 1 5 5 5-5" />
        </svg>
      </div>
    </div>
  );
}
