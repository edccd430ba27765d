import type { QuotaAccount } from './quota-account.ts';
import type { Refusal } from '../refusals.ts';

/** Milliseconds that a new connection waits to receive whether there is data. */
const patience = 10_000;

/** Null when a quota account has something to spend, drawn for if it must be; otherwise why nothing can be opened. */
export function awaitQuota(
  quotaAccount: QuotaAccount,
  now: () => number,
): Promise<Refusal | null> | Refusal | null {
  if (quotaAccount.left > 0) return null;
  quotaAccount.draw(now());
  if (quotaAccount.isEmpty) return 'no_data';
  return new Promise((resolve) => {
    const look = {
      onQuotaAccount(): void {
        clearTimeout(timer);
        resolve(quotaAccount.left > 0 ? null : 'no_data');
      },
    };
    const timer = setTimeout(() => {
      quotaAccount.forget(look);
      resolve('data_unknown');
    }, patience);
    quotaAccount.wait(look);
  });
}
