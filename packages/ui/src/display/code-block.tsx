interface CodeBlockProps {
  readonly label: string;
  readonly children: string;
}

/** Lines to be copied, as they are. What is wider than its place goes on below, so that nothing of it is hidden. */
export function CodeBlock({ label, children }: CodeBlockProps) {
  return (
    <pre
      aria-label={label}
      role="region"
      className="m-0 rounded-control border border-line bg-raised px-4 py-3.5 font-mono text-small wrap-anywhere whitespace-pre-wrap"
    >
      {children}
    </pre>
  );
}
