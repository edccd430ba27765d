import { errorText, say, sessionsTexts } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { nameOf } from './session-words.ts';
import { type Ending, sessionsQuery, withoutEnded } from './sessions.ts';

const NOTIFICATION = { id: 'sessions' } as const;

/** Ends sessions: the list loses them at once, and gets them back when it fails. */
export function useEndSessions(): (ending: Ending) => void {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { queryKey } = sessionsQuery;
  const end = useMutation({
    mutationFn: (ending: Ending) =>
      ending.kind === 'one'
        ? call(api.revokeSession, { params: { id: ending.session.id } })
        : call(api.revokeOtherSessions, {}),
    onMutate: async (ending) => {
      // An answer that is on its way would bring back what is being taken out.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before !== undefined) queryClient.setQueryData(queryKey, withoutEnded(before, ending));
      return { before };
    },
    onSuccess: (_, ending) => notify(wordsOf(ending), NOTIFICATION),
    onError: (error, ending, kept) => {
      // It had ended by itself, or in another tab: what was wanted is done.
      if (error instanceof ApiError && error.is('not_found')) return notify(wordsOf(ending), NOTIFICATION);
      if (kept?.before !== undefined) queryClient.setQueryData(queryKey, kept.before);
      return notify(errorText(error).text, { ...NOTIFICATION, tone: 'danger' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (ending) => end.mutate(ending);
}

function wordsOf(ending: Ending): string {
  if (ending.kind === 'others') return sessionsTexts.othersEnded;
  const name = nameOf(ending.session);
  return say(ending.session.pendingUntil === null ? sessionsTexts.ended : sessionsTexts.revoked, { name });
}
