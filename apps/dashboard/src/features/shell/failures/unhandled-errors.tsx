import { reloadTexts } from '@comet/texts';
import { Banner, LinkAction } from '@comet/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { PageError } from './page-error.tsx';
import { isLoadFailure } from './load-failure.ts';

const QUIET_MS = 10;

/** Result for an unhandled failure: a page error, the offer to reload, or nothing. */
type ErrorClassification =
  | { readonly kind: 'error'; readonly error: Error }
  | { readonly kind: 'reload' }
  | null;

/**
 * Classifies unhandled failures. Only failures of our own scripts become a page error (those of other origins
 * carry no error object), and at most one in 10 ms, so that a loop of failures does not block the page. A
 * chunk that could not be loaded leads to the offer to reload. `now` is in milliseconds.
 */
export function createErrorIntake(now: () => number): (failure: unknown) => ErrorClassification {
  let last = Number.NEGATIVE_INFINITY;
  return (failure) => {
    if (isLoadFailure(failure)) return { kind: 'reload' };
    if (!(failure instanceof Error) || failure.name === 'AbortError') return null;
    const at = now();
    if (at - last < QUIET_MS) return null;
    last = at;
    return { kind: 'error', error: failure };
  };
}

/** Shows the page error for an unhandled failure, and offers a reload for a missing chunk. */
export function UnhandledErrors({ children }: { readonly children: ReactNode }) {
  const [error, setError] = useState<Error | null>(null);
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    const intake = createErrorIntake(() => performance.now());
    const take = (failure: unknown) => {
      const taken = intake(failure);
      if (taken?.kind === 'error') setError(taken.error);
      if (taken?.kind === 'reload') setOutdated(true);
    };
    const onError = (event: ErrorEvent) => take(event.error);
    const onRejection = (event: PromiseRejectionEvent) => take(event.reason);
    addEventListener('error', onError);
    addEventListener('unhandledrejection', onRejection);
    return () => {
      removeEventListener('error', onError);
      removeEventListener('unhandledrejection', onRejection);
    };
  }, []);
  if (error !== null) return <PageError error={error} reset={() => setError(null)} />;
  return (
    <>
      {children}
      {outdated && <ReloadOffer />}
    </>
  );
}

/** Shown in addition to the screen, which may contain unsent text: the user decides when to reload. */
function ReloadOffer() {
  return (
    <div className="sticky bottom-4 z-10 mx-auto mb-4 w-[calc(100%-2rem)] max-w-132 border border-line">
      <Banner
        tone="warn"
        title={reloadTexts.headline}
        action={<LinkAction onClick={() => location.reload()}>{reloadTexts.reload}</LinkAction>}
      >
        {reloadTexts.explanation}
      </Banner>
    </div>
  );
}
