import { confirmTwoFactorTexts as texts, errorText, newLinkTexts, formatText } from '@comet/texts';
import { Banner, Button, buttonClasses, Headline, LinkAction, linkActionClasses, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, api, call, read } from '../../platform/data/api.ts';
import { isSignedIn } from '../../platform/storage/session.ts';
import { LinkFailure } from '../link-failure/index.ts';
import { ConfirmLayout, OutcomeMessage, useDocumentTitle } from '../shell/index.ts';
import { twoFactorQuery } from './two-factor.ts';

/** Target of the activation mail, in any browser. It shows no secret. A mail scanner that opens the page turns nothing on. */
export default function ConfirmTwoFactorScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch({ from: '/data/two-factor/confirm' });
  const queryClient = useQueryClient();
  const confirmation = useMutation({
    mutationFn: (given: string) => read(api.confirmTwoFactor, { query: { token: given } }),
    onSuccess: () => queryClient.invalidateQueries(twoFactorQuery),
  });
  return (
    <ConfirmLayout>
      {token === undefined ? (
        <Failed>{texts.missing}</Failed>
      ) : confirmation.isSuccess ? (
        <Done email={confirmation.data.email} />
      ) : isDeadLink(confirmation.error) ? (
        <Failed>{errorText(confirmation.error).text}</Failed>
      ) : (
        <TurnOnPrompt
          error={confirmation.error}
          busy={confirmation.isPending}
          onTurnOn={() => confirmation.mutate(token)}
        />
      )}
    </ConfirmLayout>
  );
}

/** Failures of the link itself; after others, a retry may succeed. */
const deadLink = ['link_invalid', 'link_used', 'confirmation_expired', 'account_deleted'] as const;

const isDeadLink = (error: Error | null) =>
  error instanceof ApiError && deadLink.some((code) => error.is(code));

interface TurnOnPromptProps {
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onTurnOn: () => void;
}

function TurnOnPrompt({ error, busy, onTurnOn }: TurnOnPromptProps) {
  return (
    <div className="flex flex-col items-start gap-7">
      <Headline explanation={texts.ask}>{texts.askHeadline}</Headline>
      {error !== null && (
        <Banner tone="danger" urgent>
          {errorText(error).text}
        </Banner>
      )}
      <Button busy={busy} onClick={onTurnOn}>
        {texts.turnOn}
      </Button>
    </div>
  );
}

function Done({ email }: { readonly email: string }) {
  return (
    <OutcomeMessage>
      <Headline explanation={formatText(texts.done, { email })}>{texts.doneHeadline}</Headline>
      <Link to="/dash/settings/two-factor/" className={buttonClasses('primary')}>
        {isSignedIn() ? texts.toSettings : texts.signIn}
      </Link>
    </OutcomeMessage>
  );
}

function Failed({ children }: { readonly children: ReactNode }) {
  return (
    <OutcomeMessage>
      <LinkFailure headline={texts.failedHeadline} explanation={children}>
        <div className="flex flex-wrap gap-x-7 gap-y-4">
          {isSignedIn() && <ResendLink />}
          <Link to="/dash/settings/two-factor/" className={linkActionClasses}>
            {isSignedIn() ? texts.toSettings : texts.signInForNew}
          </Link>
        </div>
      </LinkFailure>
    </OutcomeMessage>
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
