interface CodeBlockProps {
  readonly label: string;
  readonly children: string;
}

/** Lines to be copied verbatim. Long lines wrap, so that nothing is hidden. */
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
