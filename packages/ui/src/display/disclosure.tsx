import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** Details that are shown after a click on the summary line. */
export function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <details className="group/disclosure">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium transition-colors hover:text-comet [&::-webkit-details-marker]:hidden">
        <span className="inline-flex -rotate-90 transition-transform group-open/disclosure:rotate-0">
          <Icon name="chevron-down" />
        </span>
        {summary}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
