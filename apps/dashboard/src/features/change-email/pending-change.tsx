import { changeEmailTexts as texts, errorText, formatDayAndTime, formatText } from '@comet/texts';
import { LinkAction, useNotify } from '@comet/ui';
import { api, call, read } from '../../platform/data/api.ts';
import { FailedPart } from '../shell/index.ts';
import { queryOptions, useMutation, useQueryClient, useQuery } from '@tanstack/react-query';

export const pendingChangeQuery = queryOptions({
  queryKey: ['pending-email-change'],
  queryFn: async ({ signal }) => (await read(api.showPendingEmailChange, { signal })).pending,
});

/**
 * The new address that awaits confirmation, with buttons to send the link again and to cancel. Nothing if no
 * change is pending.
 */
export function PendingChange() {
  const pendingRead = useQuery(pendingChangeQuery);
  const { data: pending } = pendingRead;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (by: 'resend' | 'cancel') =>
      call(by === 'resend' ? api.resendEmailChange : api.cancelEmailChange, {}).then(() => by),
    onSuccess: (by) =>
      notify(by === 'cancel' ? texts.cancelled : formatText(texts.resent, { email: pending?.email ?? '' }), {
        id: 'email-change',
      }),
    onError: (error) => notify(errorText(error).text, { id: 'email-change', tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries(pendingChangeQuery),
  });
  if (pending === undefined || pending === null) return <FailedPart reads={[pendingRead]} />;
  return (
    <div className="flex flex-col items-start gap-2 pt-2">
      <span className="block text-small text-warn">
        {formatText(texts.pending, { email: pending.email, time: formatDayAndTime(pending.expiresAt) })}
      </span>
      <div className="flex flex-wrap gap-x-7 gap-y-2">
        <LinkAction disabled={change.isPending} onClick={() => change.mutate('resend')}>
          {texts.resend}
        </LinkAction>
        <LinkAction disabled={change.isPending} onClick={() => change.mutate('cancel')}>
          {texts.cancel}
        </LinkAction>
      </div>
    </div>
  );
}
