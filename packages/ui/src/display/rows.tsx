import type { ReactNode } from 'react';

/** Hairline rows of terms and their values. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <dl className="@container m-0 border-t border-line">{children}</dl>;
}

interface RowProps {
  readonly term: ReactNode;
  readonly children: ReactNode;
  /** An underlined action at the end. */
  readonly action?: ReactNode;
}

/** One term, its value and an action. On a phone the value is below its term. */
export function Row({ term, children, action }: RowProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-0.5 border-b border-line py-3.5 @md:grid-cols-[10rem_1fr_auto]">
      <dt className="col-start-1 text-small text-quiet @md:text-body">{term}</dt>
      <dd className="col-start-1 m-0 min-w-0 wrap-anywhere @md:col-start-2">{children}</dd>
      {action !== undefined && (
        <dd className="col-start-2 row-span-2 row-start-1 m-0 @md:col-start-3 @md:row-span-1">{action}</dd>
      )}
    </div>
  );
}
