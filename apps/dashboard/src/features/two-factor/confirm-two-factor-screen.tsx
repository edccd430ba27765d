import { confirmTwoFactorTexts as texts, errorText, newLinkTexts, say } from '@comet/texts';
import { buttonClasses, Headline, LinkAction, linkActionClasses, useNotify } from '@comet/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { api, call, read } from '../../platform/data/api.ts';
import { isSignedIn } from '../../platform/storage/session.ts';
import { LinkFailure } from '../link-failure/index.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting } from '../shell/index.ts';
import { twoFactorQuery } from './two-factor.ts';

/** Target of the activation mail, in any browser. It shows no secret. */
export default function ConfirmTwoFactorScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch({ from: '/data/two-factor/confirm' });
  const queryClient = useQueryClient();
  const confirmation = useQuery({
    queryKey: ['two-factor-confirmation', token],
    queryFn: () => read(api.confirmTwoFactor, { query: { token: token ?? '' } }),
    enabled: token !== undefined,
    // The link works once: its first result is kept.
    staleTime: 'static',
  });
  const email = confirmation.data?.email;
  useEffect(() => {
    if (email !== undefined) void queryClient.invalidateQueries(twoFactorQuery);
  }, [email, queryClient]);
  return (
    <UnfoldingLayout>
      {token === undefined ? (
        <Failed>{texts.missing}</Failed>
      ) : confirmation.isPending ? (
        <Waiting>{texts.working}</Waiting>
      ) : email === undefined ? (
        <Failed>{errorText(confirmation.error).text}</Failed>
      ) : (
        <Done email={email} />
      )}
    </UnfoldingLayout>
  );
}

function Done({ email }: { readonly email: string }) {
  return (
    <>
      <Headline explanation={say(texts.done, { email })}>{texts.doneHeadline}</Headline>
      <Link to="/dash/settings/two-factor/" className={buttonClasses('primary')}>
        {isSignedIn() ? texts.toSettings : texts.signIn}
      </Link>
    </>
  );
}

function Failed({ children }: { readonly children: ReactNode }) {
  return (
    <LinkFailure headline={texts.failedHeadline} explanation={children}>
      <div className="flex flex-wrap gap-x-7 gap-y-4">
        {isSignedIn() && <ResendLink />}
        <Link to="/dash/settings/two-factor/" className={linkActionClasses}>
          {isSignedIn() ? texts.toSettings : texts.signInForNew}
        </Link>
      </div>
    </LinkFailure>
  );
}

/** Mails the activation link again. */
function ResendLink() {
  const notify = useNotify();
  const resend = useMutation({
    mutationFn: () => call(api.resendTwoFactor, {}),
    onSuccess: () => notify(newLinkTexts.resent, { id: 'two-factor' }),
    onError: (error) => notify(errorText(error).text, { id: 'two-factor', tone: 'danger' }),
  });
  return (
    <LinkAction disabled={resend.isPending} onClick={() => resend.mutate()}>
      {newLinkTexts.resend}
    </LinkAction>
  );
}
