import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText, verifyEmailTexts as texts } from '@comet/texts';
import { Banner, Headline, LinkAction, linkActionClasses, Subhead, TextField } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { api, call, endOnServer } from '../../platform/data/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { accessToken, forgetUser, isSignedIn, startSession } from '../../platform/storage/session.ts';
import { Outcome } from '../shell/index.ts';

interface ElsewhereProps {
  readonly token: string;
  readonly onConfirmed: (confirmed: { readonly email: string }) => void;
  readonly onDisowned: () => void;
}

/**
 * The link was opened in a browser that has not signed in to the account: a phone, or that of somebody whose address a stranger used.
 * The password tells them apart.
 */
export function Elsewhere({ token, onConfirmed, onDisowned }: ElsewhereProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { password: '' },
    checks: { password: [required] },
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) => {
      const before = accessToken();
      const confirmed = await call(api.confirmEmailElsewhere, { body: { token, password } });
      startSession(confirmed.accessToken);
      forgetUser();
      if (before !== null) void endOnServer(before);
      void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'email-confirmation' });
      onConfirmed(confirmed);
    },
  });
  return (
    <Outcome>
      <Headline explanation={texts.elsewhere}>{texts.elsewhereHeadline}</Headline>
      <div className="flex w-full max-w-105 flex-col items-start gap-4">
        <div className="w-full">
          <Form state={form} submit={texts.elsewhereSubmit}>
            <TextField
              label={texts.password}
              type="password"
              autoComplete="current-password"
              {...form.field('password')}
            />
          </Form>
        </div>
        {/* For visitors only, as the screen itself is. */}
        {!isSignedIn() && (
          <Link to="/reset-password" className={linkActionClasses}>
            {texts.forgot}
          </Link>
        )}
      </div>
      <NotMe token={token} onDisowned={onDisowned} />
    </Outcome>
  );
}

function NotMe({ token, onDisowned }: Pick<ElsewhereProps, 'token' | 'onDisowned'>) {
  const disown = useMutation({
    mutationFn: () => call(api.disownAccount, { body: { token } }),
    onSuccess: onDisowned,
  });
  return (
    <div className="flex w-full max-w-105 flex-col items-start gap-3 border-t border-line pt-7">
      <Subhead>{texts.notMeHeadline}</Subhead>
      <p className="m-0 text-quiet">{texts.notMe}</p>
      {disown.error !== null && (
        <Banner tone="danger" urgent>
          {errorText(disown.error).text}
        </Banner>
      )}
      <LinkAction onClick={() => disown.mutate()}>{texts.disown}</LinkAction>
    </div>
  );
}
