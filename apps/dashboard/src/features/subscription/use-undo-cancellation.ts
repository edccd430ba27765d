import { errorText, homeTexts } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/data/api.ts';
import { subscriptionQuery } from './subscription.ts';

/** Undoes a cancellation and reports the result in the notification bar. `onUndone` is called after success. */
export function useUndoCancellation(onUndone = () => {}) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.undoCancellation, {}),
    onSuccess: ({ subscription }) => {
      queryClient.setQueryData(subscriptionQuery.queryKey, subscription);
      notify(homeTexts.undone, { id: 'undo' });
      onUndone();
    },
    onError: (error) => notify(errorText(error).text, { id: 'undo', tone: 'danger' }),
  });
}
