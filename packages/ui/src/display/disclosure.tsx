import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly onOpenChange?: (open: boolean) => void;
}

/** Details that are shown after a click on the summary line. */
export function Disclosure({ summary, children, onOpenChange }: DisclosureProps) {
  return (
    <details
      className="group/disclosure"
      onToggle={({ currentTarget }) => onOpenChange?.(currentTarget.open)}
    >
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
