interface CodeBlockProps {
  readonly label: string;
  readonly children: string;
}

/** Lines to be copied, as they are. What is wider than its place scrolls there, by keys too. */
export function CodeBlock({ label, children }: CodeBlockProps) {
  return (
    <pre
      aria-label={label}
      role="region"
      // A region that scrolls has to be reached by keys.
      tabIndex={0}
      className="m-0 overflow-x-auto rounded-control border border-line bg-raised px-4 py-3.5 font-mono text-small"
    >
      {children}
    </pre>
  );
}
