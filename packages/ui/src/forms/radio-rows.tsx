import type { ReactNode } from 'react';

interface RadioRow<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly detail?: string;
  /** Shown at the end of the row, such as a price and its period. */
  readonly figure?: ReactNode;
  readonly figureDetail?: string;
}

interface RadioRowsProps<Value extends string> {
  /** Accessible name of the group. */
  readonly legend: string;
  readonly name: string;
  readonly rows: readonly RadioRow<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
}

/**
 * A single choice as rows, which are clickable as a whole. If there is only one row and it is selected, it
 * has no radio button. In a narrow window, such as at high magnification, the figures are below the titles.
 */
export function RadioRows<Value extends string>({
  legend,
  name,
  rows,
  value,
  onChange,
}: RadioRowsProps<Value>) {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined && only.value === value)
    return (
      <div className={rowClasses}>
        <RowTexts {...only} />
      </div>
    );
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="sr-only">{legend}</legend>
      {rows.map((row) => (
        <label
          key={row.value}
          className={`group ${rowClasses} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-comet`}
        >
          <input
            type="radio"
            name={name}
            value={row.value}
            checked={row.value === value}
            onChange={() => onChange(row.value)}
            className="size-5 shrink-0 appearance-none rounded-full border-2 border-edge bg-transparent transition-all checked:border-[6px] checked:border-comet group-hover:not-checked:border-ink focus-visible:outline-none"
          />
          <RowTexts {...row} />
        </label>
      ))}
    </fieldset>
  );
}

const rowClasses = 'flex items-center gap-3.5 border-b border-line py-4 max-[15rem]:flex-wrap sm:gap-5';

function RowTexts({ title, detail, figure, figureDetail }: Omit<RadioRow<string>, 'value'>) {
  return (
    <>
      <span className="flex min-w-0 grow flex-col max-[15rem]:basis-[calc(100%-3rem)]">
        <span className="text-body">{title}</span>
        {detail !== undefined && <span className="text-small text-pretty text-quiet">{detail}</span>}
      </span>
      <span className="flex max-w-3/5 shrink-0 flex-col text-right max-[15rem]:ml-auto max-[15rem]:max-w-full">
        {figure !== undefined && (
          <span className="font-heading text-[1.375rem] leading-tight font-semibold">{figure}</span>
        )}
        {figureDetail !== undefined && (
          <span className="text-small text-balance text-quiet">{figureDetail}</span>
        )}
      </span>
    </>
  );
}
