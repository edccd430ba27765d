import { errorText, resetPasswordTexts as texts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses } from '@comet/ui';
import { useQueryClient } from '../../platform/query/index.ts';
import { Link, useSearch } from '../../platform/router/index.ts';
import { type ReactNode, useState } from 'react';
import { isSignedIn } from '../../platform/session.ts';
import { optionalUserQuery } from '../account/index.ts';
import { ConfirmLayout, Outcome, useDocumentTitle } from '../shell/index.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

type State = { readonly kind: 'asks' } | { readonly kind: 'done' } | { readonly kind: 'failed'; why: string };

/** Where a reset mail leads. It signs nobody in. */
export default function ResetPasswordScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch('/reset-password/confirm');
  const queryClient = useQueryClient();
  const [state, setState] = useState<State>(
    token === undefined ? { kind: 'failed', why: texts.missing } : { kind: 'asks' },
  );
  const done = async () => {
    // A session of this browser has ended with all others, unless it is another account's: only the API knows.
    await queryClient.fetchQuery({ ...optionalUserQuery, staleTime: 0 }).catch(() => null);
    setState({ kind: 'done' });
  };
  return (
    <ConfirmLayout>
      {state.kind === 'failed' && <Failed>{state.why}</Failed>}
      {state.kind === 'done' && <Done />}
      {state.kind === 'asks' && (
        <div className="flex w-full max-w-105 flex-col gap-7">
          <Headline explanation={texts.explanation}>{texts.headline}</Headline>
          <ResetPasswordForm
            token={token ?? ''}
            onDone={done}
            onDeadLink={(error) => setState({ kind: 'failed', why: errorText(error).text })}
          />
        </div>
      )}
    </ConfirmLayout>
  );
}

function Done() {
  return (
    <Outcome>
      <Headline explanation={texts.done}>{texts.doneHeadline}</Headline>
      <Link to="/login/" className={buttonClasses('primary')}>
        {texts.signIn}
      </Link>
    </Outcome>
  );
}

function Failed({ children }: { readonly children: ReactNode }) {
  return (
    <Outcome>
      <Headline explanation={children}>{texts.failedHeadline}</Headline>
      {isSignedIn() ? (
        <Link to="/dash/settings/" className={linkActionClasses}>
          {texts.toSettings}
        </Link>
      ) : (
        <Link to="/reset-password/" className={linkActionClasses}>
          {texts.newLink}
        </Link>
      )}
    </Outcome>
  );
}
