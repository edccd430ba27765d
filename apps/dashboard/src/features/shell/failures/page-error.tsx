import { errorText, pageErrorTexts, reloadTexts, shellTexts } from '@comet/texts';
import { Button, Headline, LinkAction, linkActionClasses, Logo } from '@comet/ui';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { ApiError } from '../../../platform/data/api.ts';
import { queryCacheAccess } from '../../../platform/data/query-cache-access.ts';
import { isSecondFactorOwed } from '../../../platform/storage/second-factor-owed.ts';
import { isSignedIn } from '../../../platform/storage/session.ts';
import { useDocumentTitle } from '../document-title.ts';
import { Loading } from '../loading.tsx';
import { isLoadFailure } from './load-failure.ts';
import { LogOutButton } from '../log-out-button.tsx';

/** Loaded on demand, to keep the details out of every first page. */
const NotFoundScreen = lazy(() => import('../not-found-screen.tsx'));

/** Failure of a whole screen: a message, details on request, and actions. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  useDocumentTitle(pageErrorTexts.screen);
  if (isLoadFailure(error)) return <LoadFailure />;
  // The second-factor gate is about to replace the whole page.
  if (isSecondFactorOwed(error)) return <Loading />;
  if (isUnknownAddress(error)) return <NotFoundScreen />;
  const { title, text } = errorText(error);
  return (
    <div className="flex flex-col items-start gap-7" role="alert">
      <Headline explanation={text}>{title ?? pageErrorTexts.headline}</Headline>
      <ErrorActions reset={reset} />
      <Details error={error} />
    </div>
  );
}

/** The same outside the dashboard's layout. */
export function PageError(props: ErrorComponentProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-160 flex-col gap-14 px-5 pt-5 pb-12 sm:px-10 sm:pt-10">
      <Logo name={shellTexts.brand} />
      <ScreenError {...props} />
    </main>
  );
}

/**
 * A screen sends values of its URL only: if the API rejects one as unknown or invalid, the page does not
 * exist.
 */
function isUnknownAddress(error: unknown): boolean {
  return error instanceof ApiError && (error.is('validation_failed') || error.is('not_found'));
}

/** A reload loads the missing chunk, so there is nothing to report. */
function LoadFailure() {
  return (
    <div className="flex flex-col items-start gap-7" role="alert">
      <Headline explanation={reloadTexts.explanation}>{reloadTexts.headline}</Headline>
      <Button onClick={() => location.reload()}>{reloadTexts.reload}</Button>
    </div>
  );
}

function ErrorActions({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter();
  const forget = () => {
    queryCacheAccess()?.retryFailures();
    reset();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
      <Button
        onClick={() => {
          forget();
          void router.invalidate();
        }}
      >
        {pageErrorTexts.tryAgain}
      </Button>
      <Link to="/dash/home/" onClick={forget} className={linkActionClasses}>
        {pageErrorTexts.toHome}
      </Link>
      {isSignedIn() && <LogOutButton label={pageErrorTexts.logOut} />}
    </div>
  );
}

function Details({ error }: { readonly error: unknown }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="flex w-full flex-col items-start gap-3">
      <LinkAction aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? pageErrorTexts.hideDetails : pageErrorTexts.showDetails}
      </LinkAction>
      {shown && (
        <pre className="m-0 w-full overflow-x-auto rounded-control border border-line bg-raised p-4 font-mono text-small whitespace-pre-wrap">
          {detailsOf(error)}
        </pre>
      )}
    </div>
  );
}

/** Name, code and message of an error and its causes, without stack traces. */
function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  const own = `${error.name}${code}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\n${detailsOf(error.cause)}`;
}
