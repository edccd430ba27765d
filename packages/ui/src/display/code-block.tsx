import { classes } from '../actions/classes.ts';
import { CommandText } from './command-text.tsx';

interface CodeBlockProps {
  readonly label: string;
  readonly children: string;
  /** Greys out an example that cannot be used yet. */
  readonly sample?: boolean;
}

/** Lines to copy verbatim. Long lines wrap, so that nothing is hidden. */
export function CodeBlock({ label, children, sample = false }: CodeBlockProps) {
  return (
    <pre
      aria-label={label}
      role="region"
      className={classes(
        'm-0 rounded-control border px-4 py-3.5 font-mono text-small wrap-anywhere whitespace-pre-wrap',
        sample ? 'border-dashed border-line text-quiet select-none' : 'border-line bg-raised',
      )}
    >
      <CommandText>{children}</CommandText>
    </pre>
  );
}
