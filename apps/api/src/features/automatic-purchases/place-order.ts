import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { draftOf, insertOrder, startProcessing } from '../orders/index.ts';
import { priceOnSale } from '../plans/index.ts';
import {
  agreedPriceOf,
  automaticOf,
  changeAccount,
  holdAccount,
  isBeyond,
  priceKinds,
} from '../residential-data/index.ts';
import { chargeableSubscription } from '../subscription/index.ts';
import type { BuyDeps } from './deps.ts';
import { priceRisenLetter } from './letters.ts';
import { type Owner, switchOff } from './switch-off.ts';

/** The order that is under way, made where there is none; null where nothing is to be bought. */
export async function placeOrder(
  deps: BuyDeps,
  trx: DatabaseTransaction,
  owner: Owner,
): Promise<string | null> {
  const now = deps.clock.now();
  const account = await holdAccount(trx, owner);
  const automatic = account === null ? null : automaticOf(account);
  if (account === null || account.toppingUpSince === null) return null;
  if (account.toppingUpOrderId !== null) return account.toppingUpOrderId;
  const kind = priceKinds[owner.product];
  const price = await priceOnSale(trx, kind, null);
  const draft =
    automatic === null
      ? null
      : await draftOf(
          trx,
          { kind, gigabytes: automatic.gigabytes },
          { userId: owner.userId, now, hashMailbox: deps.hashMailbox },
        );
  const isChargeable = (await chargeableSubscription(trx, owner.userId, now)) !== null;
  if (automatic === null || draft?.ok !== true || typeof price?.paddlePriceId !== 'string' || !isChargeable) {
    // The choice was taken back, the plan is over or cancelled, or it is not sold any more.
    await changeAccount(trx, owner, { toppingUpSince: null });
    return null;
  }
  const agreed = agreedPriceOf(account);
  if (agreed !== null && isBeyond(price, agreed)) {
    const { dashboardUrl } = deps;
    const { gigabytes } = automatic;
    const letter = priceRisenLetter({ ...owner, gigabytes, agreed, price, dashboardUrl });
    await switchOff(deps, trx, owner, { fact: account.toppingUpSince.toISOString(), letter });
    return null;
  }
  const drafted = await insertOrder(trx, { ...draft.value, userId: owner.userId, now });
  const how = { method: 'card', provider: 'paddle', at: now } as const;
  const columns = { paddlePriceId: price.paddlePriceId, paddleQuantity: automatic.gigabytes };
  const { id } = await startProcessing(trx, drafted, how, columns);
  await changeAccount(trx, owner, { toppingUpOrderId: id });
  return id;
}
