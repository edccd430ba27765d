interface Step {
  readonly name: string;
  readonly explanation: string;
}

/** Steps with large numbers; with `columns` side by side if there is room. */
export function NumberedSteps({
  steps,
  columns = false,
}: {
  readonly steps: readonly Step[];
  readonly columns?: boolean;
}) {
  return (
    <ol className={`m-0 grid list-none gap-8 p-0 ${columns ? 'lg:grid-cols-3' : ''}`}>
      {steps.map(({ name, explanation }, index) => (
        <li key={name} className="grid grid-cols-[2.5rem_1fr] gap-x-2">
          <span aria-hidden className="font-heading text-headline leading-none font-semibold text-comet">
            {index + 1}
          </span>
          <div>
            <h3 className="m-0 text-lead">{name}</h3>
            <p className="m-0 mt-1 text-quiet">{explanation}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
