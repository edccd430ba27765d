import { type ReactNode, useId } from 'react';

interface SwitchFieldProps {
  readonly label: string;
  /** Accessible name; the label by default. */
  readonly switchLabel?: string;
  /** The effect of switching it on. */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch, which takes effect at once. The whole row is clickable. */
export function SwitchField({ label, switchLabel = label, hint, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center justify-between gap-5 py-1">
      <span className="flex min-w-0 flex-col">
        <span className="text-body text-pretty">{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="text-small text-pretty text-quiet">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-label={switchLabel}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative m-0 h-7 w-12 shrink-0 appearance-none rounded-full border border-edge bg-raised transition-colors before:absolute before:top-1 before:left-1 before:size-4.5 before:rounded-full before:bg-edge before:transition-all checked:border-comet checked:bg-comet checked:before:translate-x-5 checked:before:bg-on-comet"
      />
    </label>
  );
}
