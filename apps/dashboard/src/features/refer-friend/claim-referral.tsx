import { errorText, referralTexts } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, api, call } from '../../platform/data/api.ts';
import { forgetCode, keptCode } from './kept-code.ts';
import { referralQuery } from './referral.ts';

/**
 * Hands in the code of the friend's link that this person came by, whichever way they signed up. Draws nothing, and
 * notifies of what came of it: the registration has promised days. Without an answer the code waits for the next visit.
 */
export default function ClaimReferral() {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const begun = useRef(false);
  useEffect(() => {
    const code = keptCode(localStorage, new Date());
    if (code === null || begun.current) return;
    begun.current = true;
    void call(api.claimReferral, { body: { code } }).then(
      () => {
        forgetCode(localStorage);
        notify(referralTexts.claimed, { id: 'referral' });
        void queryClient.invalidateQueries(referralQuery);
      },
      (error: unknown) => {
        const isFinal = error instanceof ApiError && (error.status === 409 || error.status === 422);
        if (!isFinal) return;
        forgetCode(localStorage);
        notify(errorText(error).text, { id: 'referral' });
      },
    );
  }, [notify, queryClient]);
  return null;
}
