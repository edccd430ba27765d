import type { ComponentProps } from 'react';
import { Icon } from '../display/icon.tsx';
import { writableClasses } from './field-with-hint.tsx';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> {
  /** Accessible name. */
  readonly label: string;
  /** Example of a search text, shown while the field is empty. */
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
}

/** Filters a list below it at each key press. Escape clears the field; the next Escape is passed on. */
export function SearchField({ label, onChange, ...input }: SearchFieldProps) {
  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-quiet">
        <Icon name="search" />
      </span>
      <input
        {...input}
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || input.value === '') return;
          event.preventDefault();
          onChange('');
        }}
        onChange={(event) => onChange(event.target.value)}
        className={`h-11 pl-10! [&::-webkit-search-cancel-button]:hidden ${writableClasses(undefined)}`}
      />
    </div>
  );
}
