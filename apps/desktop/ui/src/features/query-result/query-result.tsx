import { failureText, shellTexts } from '@comet/texts/desktop';
import type { CommandName, ResultOf } from '@comet/tunnel-protocol';
import { LinkAction, Skeleton } from '@comet/ui';
import type { ReactNode } from 'react';
import type { DaemonQuery } from '../../platform/daemon/index.ts';

interface QueryResultProps<N extends CommandName> {
  readonly query: DaemonQuery<N>;
  /** Announced to screen readers while the skeleton is shown. */
  readonly loading: string;
  readonly unavailable: (why: string) => string;
  readonly children: (value: ResultOf<N>) => ReactNode;
}

/** Renders a query's result; a skeleton while it is loading, and its error with a retry button. */
export function QueryResult<N extends CommandName>({
  query,
  loading,
  unavailable,
  children,
}: QueryResultProps<N>) {
  const { value, failure, again } = query;
  if (value !== null) return children(value);
  if (failure !== null)
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="alert" className="m-0">
          {unavailable(failureText(failure.error, failure.detail))}
        </p>
        <LinkAction onClick={again}>{shellTexts.tryAgain}</LinkAction>
      </div>
    );
  return (
    <div role="status" aria-label={loading} className="flex flex-col gap-5">
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  );
}
