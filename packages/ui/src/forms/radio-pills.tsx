interface RadioPillsProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly pills: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice among a few short labels, side by side. */
export function RadioPills<Value extends string>({
  legend,
  name,
  pills,
  value,
  onChange,
}: RadioPillsProps<Value>) {
  return (
    <fieldset className="m-0 flex flex-wrap gap-2 border-0 p-0">
      <legend className="sr-only">{legend}</legend>
      {pills.map((pill) => (
        <label
          key={pill.value}
          className="relative inline-flex min-h-11 items-center rounded-control border border-edge px-4.5 text-body font-semibold transition-colors hover:border-ink has-checked:border-comet has-checked:ring-1 has-checked:ring-comet has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-comet"
        >
          <input
            type="radio"
            name={name}
            value={pill.value}
            checked={pill.value === value}
            onChange={() => onChange(pill.value)}
            className="absolute inset-0 m-0 appearance-none rounded-control focus-visible:outline-none"
          />
          {pill.label}
        </label>
      ))}
    </fieldset>
  );
}
