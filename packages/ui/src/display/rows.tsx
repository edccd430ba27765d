import type { ReactNode } from 'react';

/** Terms and their values in rows, separated by thin lines. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <dl className="@container m-0 border-t border-line">{children}</dl>;
}

interface RowProps {
  readonly term: ReactNode;
  readonly children: ReactNode;
  /** An underlined action at the end. */
  readonly action?: ReactNode;
}

/**
 * One term, its value and an action. On phones the value is below its term, and the action next to it, or
 * below a value that needs the width.
 */
export function Row({ term, children, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-3.5 @md:grid @md:grid-cols-[10rem_1fr_auto]">
      <dt className="w-full text-small text-quiet @md:w-auto @md:text-body">{term}</dt>
      <dd className="m-0 min-w-0 flex-auto wrap-anywhere @md:col-start-2">{children}</dd>
      {Boolean(action) && <dd className="m-0 @md:col-start-3">{action}</dd>}
    </div>
  );
}
