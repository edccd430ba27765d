import { type ReactNode, useEffect, useState } from 'react';
import { createErrorIntake } from './error-intake.ts';
import { PageError } from './page-error.tsx';

/** Shows the page error for a failure that nothing else has handled. */
export function UnhandledErrors({ children }: { readonly children: ReactNode }) {
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const intake = createErrorIntake(() => performance.now());
    const take = (failure: unknown) => setError((shown) => intake(failure) ?? shown);
    const onError = (event: ErrorEvent) => take(event.error);
    const onRejection = (event: PromiseRejectionEvent) => take(event.reason);
    addEventListener('error', onError);
    addEventListener('unhandledrejection', onRejection);
    return () => {
      removeEventListener('error', onError);
      removeEventListener('unhandledrejection', onRejection);
    };
  }, []);
  return error === null ? children : <PageError error={error} reset={() => setError(null)} />;
}
