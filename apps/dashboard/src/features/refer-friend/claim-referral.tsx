import { referralTexts } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useQueryClient } from '../../platform/query/index.ts';
import { useEffect, useRef } from 'react';
import { ApiError, api, call } from '../../platform/api.ts';
import { forgetCode, keptCode } from './kept-code.ts';
import { referralQuery } from './referral.ts';

/**
 * Hands in the code of the friend's link that this person came by, whichever way they signed up. Draws nothing, and says nothing about a code
 * that does not count: nobody asked. Without an answer the code waits for the next visit.
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
        if (isFinal) forgetCode(localStorage);
      },
    );
  }, [notify, queryClient]);
  return null;
}
