import { err, ok, type Result, type Money } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { DataProduct, WhenEmpty } from '../../platform/database/schema.ts';
import { priceOnSale } from '../plans/index.ts';
import { chargeableSubscription, hasAccess } from '../subscription/index.ts';
import { changeDataAccount, type DataAccount, lockDataAccount } from './accounts.store.ts';
import { handleLowerBalances, type SpendingDeps } from './handle-lower-balance.ts';
import { balanceOf, type DataBalance, type DataOwner } from './balance.ts';

/** The price kind for a gigabyte of each product. */
export const priceKinds = {
  residential_vpn: 'residential_data',
  residential_proxy: 'proxy_traffic',
} as const;

type AgreedPriceColumns = Pick<DataAccount, 'automaticPriceAmount' | 'automaticPriceCurrency'>;

/** Maximum price of a gigabyte in an automatic purchase: the price when it was enabled. Null where there was none. */
export function agreedPriceOf({
  automaticPriceAmount: amount,
  automaticPriceCurrency: currency,
}: AgreedPriceColumns): Money | null {
  return amount === null || currency === null ? null : { amount, currency };
}

/** The columns of an agreed price. */
export function agreedPriceColumns(price: Money | null): AgreedPriceColumns {
  return { automaticPriceAmount: price?.amount ?? null, automaticPriceCurrency: price?.currency ?? null };
}

/** Returns true if the customer has not agreed to a price: it has risen or has another currency. */
export function exceedsAgreedPrice(price: Money, agreed: Money | null): boolean {
  return agreed !== null && (price.currency !== agreed.currency || price.amount > agreed.amount);
}

/** Gigabytes of an automatic purchase, and the balance below which it is made. */
export interface AutomaticPurchase {
  readonly belowGigabytes: number;
  readonly gigabytes: number;
}

interface DataSettings {
  readonly whenEmpty: WhenEmpty;
  readonly automatic: AutomaticPurchase | null;
}

type ShownData = Omit<DataBalance, 'drawableBytes'> &
  DataSettings & {
    /** Balance right after the last purchase. */
    readonly fullBytes: number;
    /** Stopped by an operator. */
    readonly stopped: boolean;
  };

/** Returns an account's balance of a product and its settings; by default traffic is blocked at the end, without automatic purchases. */
export async function shownData(db: Database, owner: DataOwner): Promise<ShownData> {
  const [balance, account] = await Promise.all([
    balanceOf(db, owner),
    db
      .selectFrom('dataAccounts')
      .select(['whenEmpty', 'automaticBelowGigabytes', 'automaticGigabytes', 'fullBytes', 'stoppedAt'])
      .where('userId', '=', owner.userId)
      .where('product', '=', owner.product)
      .executeTakeFirst(),
  ]);
  const { drawableBytes: _drawable, ...shown } = balance;
  const { whenEmpty, fullBytes, stoppedAt } = account ?? {
    whenEmpty: 'block',
    fullBytes: 0,
    stoppedAt: null,
  };
  const automatic = account === undefined ? null : automaticOf(account);
  return { ...shown, fullBytes, whenEmpty, automatic, stopped: stoppedAt !== null };
}

/** Returns the automatic purchase of an account: the amount in gigabytes, and the balance below which it is bought. Null if it is off. */
export function automaticOf(
  account: Pick<DataAccount, 'automaticBelowGigabytes' | 'automaticGigabytes'>,
): AutomaticPurchase | null {
  const { automaticBelowGigabytes: belowGigabytes, automaticGigabytes: gigabytes } = account;
  return belowGigabytes === null || gigabytes === null ? null : { belowGigabytes, gigabytes };
}

/**
 * Changes the settings. Enabling automatic purchases accepts the current price. A balance that is already low triggers a purchase at once.
 */
export async function changeSettings(
  deps: SpendingDeps,
  { userId, product }: { readonly userId: string; readonly product: DataProduct },
  settings: Partial<DataSettings>,
): Promise<Result<undefined, 'subscription_required' | 'automatic_purchase_unavailable'>> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    if (!(await hasAccess(trx, userId, now))) return err('subscription_required');
    const { automatic, whenEmpty } = settings;
    const account = await lockDataAccount(trx, { userId, product });
    if (account === null) return err('subscription_required');
    // An earlier choice stays while the plan is cancelled and does not block other changes.
    const buys = automatic !== undefined && automatic !== null && !isSame(automatic, automaticOf(account));
    if (buys && (await chargeableSubscription(trx, userId, now)) === null)
      return err('automatic_purchase_unavailable');
    const change = {
      ...(whenEmpty === undefined ? {} : { whenEmpty }),
      automaticBelowGigabytes: automatic?.belowGigabytes ?? null,
      automaticGigabytes: automatic?.gigabytes ?? null,
      ...(buys ? agreedPriceColumns(await priceOnSale(trx, priceKinds[product], null)) : {}),
    };
    await changeDataAccount(trx, account, change);
    await handleLowerBalances(deps, trx, [{ ...account, ...change }]);
    return ok(undefined);
  });
}

function isSame(one: AutomaticPurchase, other: AutomaticPurchase | null): boolean {
  return one.belowGigabytes === other?.belowGigabytes && one.gigabytes === other.gigabytes;
}
