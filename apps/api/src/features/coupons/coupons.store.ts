import type { ExpressionBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { CouponUseState, Schema } from '../../platform/database/schema.ts';
import type { StoredCoupon } from './coupon-rules.ts';

/** Returns the coupon with exactly this code, also one that is not valid yet or has ended; null if there is none. */
export async function couponByCode(
  db: Database | DatabaseTransaction,
  code: string,
): Promise<StoredCoupon | null> {
  const coupon = await db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst();
  return coupon ?? null;
}

/** Returns the coupon, locked until the transaction ends, so that its uses can be counted without races. */
export async function lockCoupon(trx: DatabaseTransaction, code: string): Promise<StoredCoupon | null> {
  const coupon = await trx
    .selectFrom('coupons')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  return coupon ?? null;
}

/** Matches uses that count: paid, or being paid in an order that still exists. */
function counts(where: ExpressionBuilder<Schema, 'couponUses'>) {
  return where.or([
    where('state', '=', 'used'),
    where.and([where('state', '=', 'held'), where('orderId', 'is not', null)]),
  ]);
}

/**
 * Counts a coupon's uses by all customers, at most its limits and 0 without one, and by one customer. Unless `strictly` is set, the customer's
 * uses in other open orders are left out: the new order replaces them.
 */
export async function usesOf(
  db: Database | DatabaseTransaction,
  { id, totalLimit, userLimit }: Pick<StoredCoupon, 'id' | 'totalLimit' | 'userLimit'>,
  by: { readonly userId: string | null; readonly orderId?: string; readonly strictly: boolean },
): Promise<{ readonly all: number; readonly own: number }> {
  const counted = db
    .selectFrom('couponUses')
    .select('id')
    .where('couponId', '=', id)
    .where(counts)
    .$if(by.orderId !== undefined, (uses) => uses.where('orderId', 'is distinct from', by.orderId ?? null))
    .$if(!by.strictly, (uses) =>
      uses.where((where) =>
        where.or([where('state', '=', 'used'), where('userId', 'is distinct from', by.userId)]),
      ),
    );
  const count = async (uses: typeof counted, limit: number | null) =>
    limit === null ? 0 : (await uses.limit(limit).execute()).length;
  return {
    all: await count(counted, totalLimit),
    own: by.userId === null ? 0 : await count(counted.where('userId', '=', by.userId), userLimit),
  };
}

/** Returns the coupon use of an order; null if it has none. */
export async function useOf(
  trx: DatabaseTransaction,
  orderId: string,
): Promise<{ readonly state: CouponUseState } | null> {
  const use = await trx
    .selectFrom('couponUses')
    .select('state')
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  return use ?? null;
}

/** Records the state of the coupon in an order. */
export async function recordUse(
  trx: DatabaseTransaction,
  use: {
    readonly couponId: string;
    readonly orderId: string;
    readonly userId: string;
    readonly state: CouponUseState;
    readonly now: Date;
  },
): Promise<void> {
  const { couponId, orderId, userId, state } = use;
  await trx
    .insertInto('couponUses')
    .values({ couponId, orderId, userId, state, heldAt: use.now })
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet({ state }))
    .execute();
}

/** Releases the use that an unpaid order holds, if any. */
export async function releaseCoupon(trx: DatabaseTransaction, orderId: string): Promise<void> {
  await trx
    .updateTable('couponUses')
    .set({ state: 'released' })
    .where('orderId', '=', orderId)
    .where('state', '=', 'held')
    .execute();
}

/** Stores the id of Paddle's discount (`dsc_…`) in a coupon, so that later checkouts use it again. */
export async function recordDiscount(
  trx: DatabaseTransaction,
  couponId: string,
  paddleDiscountId: string,
): Promise<void> {
  await trx.updateTable('coupons').set({ paddleDiscountId }).where('id', '=', couponId).execute();
}
