import { type ReactNode, useId } from 'react';

interface CheckRowProps {
  readonly title: string;
  readonly detail?: ReactNode;
  /** State of the entry, at the end of the row. */
  readonly figure?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Visible but not selectable; `figure` shows the reason. */
  readonly disabled?: boolean;
  /** An additional action, outside the clickable area. */
  readonly action?: ReactNode;
}

/** One option of a multiple choice, as a row. Everything but the action is clickable. */
export function CheckRow({ title, detail, figure, checked, onChange, disabled, action }: CheckRowProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-4 border-b border-line">
      <label
        htmlFor={id}
        className="group flex min-w-0 grow items-center gap-3.5 py-3 sm:gap-5 has-disabled:text-quiet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-comet"
      >
        <input
          id={id}
          type="checkbox"
          aria-label={title}
          aria-describedby={`${id}-detail ${id}-figure`}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="relative size-5 shrink-0 appearance-none rounded-bar border-2 border-edge bg-transparent transition-colors checked:border-comet checked:bg-comet group-hover:not-checked:not-disabled:border-ink after:absolute after:inset-x-[5px] after:top-[1px] after:h-2.5 after:w-1.5 after:rotate-45 after:border-r-2 after:border-b-2 after:border-on-comet after:opacity-0 checked:after:opacity-100 focus-visible:outline-none disabled:border-line"
        />
        <span className="flex min-w-0 grow flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-6">
          <span className="flex min-w-0 flex-col">
            <span className="text-body">{title}</span>
            <span id={`${id}-detail`} className="text-small text-quiet">
              {detail}
            </span>
          </span>
          <span id={`${id}-figure`} className="text-small text-quiet sm:text-right">
            {figure}
          </span>
        </span>
      </label>
      {action}
    </div>
  );
}
