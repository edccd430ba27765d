import type { Clock } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { DataProduct } from '../../platform/database/schema.ts';
import type { Email } from '../../platform/mail/email.ts';
import { type Outbox, postOnce } from '../../platform/mail/outbox.ts';
import { changeAccount } from '../residential-data/index.ts';

export interface Owner {
  readonly userId: string;
  readonly product: DataProduct;
}

/** Switches automatic purchases off and emails the account once. The caller holds the lock on the account. */
export async function switchOff(
  deps: { readonly clock: Clock; readonly outbox: Outbox },
  trx: DatabaseTransaction,
  owner: Owner,
  { fact, email }: { readonly fact: string; readonly email: Email },
): Promise<void> {
  const off = { automaticBelowGigabytes: null, automaticGigabytes: null, toppingUpSince: null };
  await changeAccount(trx, owner, { ...off, toppingUpOrderId: null });
  const { userId } = owner;
  const about = { userId, kind: 'automatic purchase failed', fact, now: deps.clock.now() };
  await postOnce(deps, trx, about, email);
}
