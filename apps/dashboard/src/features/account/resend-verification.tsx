import { useMutation } from '@tanstack/react-query';
import { errorText, formatText, unverifiedTexts } from '@comet/texts';
import { LinkAction, useNotify } from '@comet/ui';
import { api, call } from '../../platform/data/api.ts';

/** Sends the verification mail again and confirms it. */
export function ResendVerification({ email }: { readonly email: string }) {
  const notify = useNotify();
  const resend = useMutation({
    mutationFn: () => call(api.resendVerification, {}),
    onSuccess: () => notify(formatText(unverifiedTexts.sent, { email }), { id: 'verification' }),
    onError: (error) => notify(errorText(error).text, { id: 'verification', tone: 'danger' }),
  });
  return (
    <LinkAction disabled={resend.isPending} onClick={() => resend.mutate()}>
      {unverifiedTexts.resend}
    </LinkAction>
  );
}
