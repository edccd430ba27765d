import { api } from '@comet/contract';
import { err, ok, type Clock, type Result } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { findOrder, type StoredOrder, lockDrafts, storeDraft } from './orders.store.ts';
import { type PayDeps, payOrder } from './pay-order.ts';
import { returnedOf } from './returned-payment.ts';
import { type CheckoutSettings, presentOrder } from './show-order.ts';
import type { HashMailbox } from '../../platform/keys/keyed-hashes.ts';
import type { Database } from '../../platform/database/database.ts';
import { type DraftRefusal, draftOf, type OrderRequest } from './draft.ts';
import { freeDaysOf, scheduleFreeDays } from '../free-days/index.ts';
import { referralBonusDays } from '../referrals/index.ts';
import { paidPeriodsOf } from '../subscription/index.ts';

export type OrderDeps = PayDeps & { readonly settings: CheckoutSettings };

async function shown(deps: OrderDeps, order: StoredOrder) {
  const { paymentAdapters } = deps;
  const freeDays = await expectedFreeDays(deps.db, order);
  const returned = await returnedOf(deps.db, order);
  return presentOrder(order, deps.settings, deps.clock.now(), { paymentAdapters, freeDays, returned });
}

export const createOrderRoute = (deps: OrderDeps) =>
  route(api.createOrder, async ({ caller, body }) => {
    const created = await createOrder(deps, { userId: caller.id, request: body });
    if (!created.ok) return created;
    return ok({ order: await shown(deps, created.value) });
  });

export const payOrderRoute = (deps: OrderDeps) =>
  route(api.payOrder, async ({ caller, params, body }) => {
    const paid = await payOrder(deps, { user: caller, orderId: params.id, method: body.method });
    if (!paid.ok) return paid;
    return ok({ order: await shown(deps, paid.value) });
  });

export const showOrderRoute = (deps: OrderDeps) =>
  route(api.showOrder, async ({ caller, params }) => {
    const order = await findOrder(deps.db, caller.id, params.id);
    if (order === null) return err('not_found');
    return ok({ order: await shown(deps, order) });
  });

/**
 * Drafts an order: returns what would be paid, and charges nothing. It replaces an earlier draft of the same kind; one with
 * the same contents and price is opened again.
 */
async function createOrder(
  deps: { readonly db: Database; readonly clock: Clock; readonly hashMailbox: HashMailbox },
  given: { readonly userId: string; readonly request: OrderRequest },
): Promise<Result<StoredOrder, DraftRefusal>> {
  const now = deps.clock.now();
  const { userId, request } = given;
  return deps.db.transaction().execute(async (trx) => {
    await lockDrafts(trx, userId);
    const draft = await draftOf(trx, request, { userId, now, hashMailbox: deps.hashMailbox });
    if (!draft.ok) return draft;
    const couponCode = request.kind === 'subscription' ? (request.couponCode ?? null) : null;
    return ok(await storeDraft(trx, { ...draft.value, userId, couponCode, now }));
  });
}

/** Returns the free days that would extend a plan that is not paid yet: those that wait for a plan, and those that its payment earns. */
async function expectedFreeDays(
  db: Database,
  { userId, item, state, totalAmount }: StoredOrder,
): Promise<number> {
  if (item.kind !== 'subscription' || (state !== 'draft' && state !== 'processing')) return 0;
  const [given, periods, earned] = await Promise.all([
    freeDaysOf(db, userId),
    paidPeriodsOf(db, userId, null),
    totalAmount > 0 ? referralBonusDays(db, userId) : 0,
  ]);
  return scheduleFreeDays(periods, given).waiting.reduce((sum, { days }) => sum + days, earned);
}
