interface NumberedStepsProps {
  readonly steps: readonly { readonly title: string; readonly detail: string }[];
}

/** Numbered steps, each with a line of detail. */
export function NumberedSteps({ steps }: NumberedStepsProps) {
  return (
    <ol className="m-0 flex list-none flex-col gap-5 p-0">
      {steps.map(({ title, detail }, index) => (
        <li key={title} className="flex gap-4">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-full border border-edge text-small font-semibold"
          >
            {index + 1}
          </span>
          <span className="flex min-w-0 flex-col gap-0.5">
            <span className="font-semibold">{title}</span>
            <span className="text-small wrap-anywhere text-quiet">{detail}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
