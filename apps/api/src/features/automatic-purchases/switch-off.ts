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

/** Nothing is bought by itself any more, until it is chosen again; the account, which the caller holds, is told once of the fact. */
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
