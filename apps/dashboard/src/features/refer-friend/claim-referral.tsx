import { errorText, referralTexts } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, api, call } from '../../platform/data/api.ts';
import { removeReferralCode, storedReferralCode } from './stored-referral-code.ts';
import { referralQuery } from './referral.ts';

/**
 * Submits the referral code of the link that the user opened, after any method of registration. Renders
 * nothing; a notification shows the result. Without a response the code is submitted at the next visit.
 */
export default function ClaimReferral() {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const begun = useRef(false);
  useEffect(() => {
    const code = storedReferralCode(localStorage, new Date());
    if (code === null || begun.current) return;
    begun.current = true;
    void call(api.claimReferral, { body: { code } }).then(
      () => {
        removeReferralCode(localStorage);
        notify(referralTexts.claimed, { id: 'referral' });
        void queryClient.invalidateQueries(referralQuery);
      },
      (error: unknown) => {
        const isFinal = error instanceof ApiError && (error.status === 409 || error.status === 422);
        if (!isFinal) return;
        removeReferralCode(localStorage);
        notify(errorText(error).text, { id: 'referral' });
      },
    );
  }, [notify, queryClient]);
  return null;
}
