import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** A small drawing in the tokens' colors, without text. */
  readonly picture: ReactNode;
  /** One sentence. */
  readonly children: ReactNode;
  /** One primary button or link. */
  readonly action?: ReactNode;
}

/** Replaces an empty list or chart: what it will contain, and how to add the first entry. */
export function EmptyState({ picture, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-5 rounded-control border border-line bg-raised px-5 py-10 text-center sm:py-12">
      <div aria-hidden="true" className="w-48 max-w-full [&>svg]:block [&>svg]:h-auto [&>svg]:w-full">
        {picture}
      </div>
      <p className="m-0 max-w-[30rem] text-balance">{children}</p>
      {action}
    </div>
  );
}
