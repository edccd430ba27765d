import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { CallsInFlight } from '../../platform/calls-in-flight.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentMethod } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { HashMailbox } from '../../platform/keys/mailbox-hash.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { hasPlan } from '../subscription/index.ts';
import { closeCheckout } from './abandon-checkouts.ts';
import { cryptoFeeOf } from './crypto-payment-adapter.ts';
import { holdPayer } from './holdings.ts';
import { keepCheckout, refuseStale } from './keep-checkout.ts';
import type { DraftRefusal } from './draft.ts';
import { lockOrder, type StoredOrder } from './orders.store.ts';
import type { OpenCheckout, PaymentAdapter } from './payment-adapter.ts';
import { alreadyDone, type Begun, type Claim, toCall, withOrderClaim } from './with-order-claim.ts';

export type PayRefusal =
  | 'not_found'
  | 'email_unverified'
  | 'order_not_payable'
  | DraftRefusal
  | PaddleFailure;

export interface PayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly paymentAdapters: readonly PaymentAdapter[];
  readonly checkoutCalls: CallsInFlight;
  readonly hashMailbox: HashMailbox;
}

interface Paying {
  readonly user: SignedInUser;
  readonly orderId: string;
  readonly method: PaymentMethod;
}

/** A checkout that is to be opened. */
interface Opening {
  readonly order: StoredOrder;
  readonly paymentAdapter: PaymentAdapter;
  readonly method: PaymentMethod;
  call(): Promise<Result<OpenCheckout, PaddleFailure>>;
}

/**
 * Opens the checkout of an order: claims the order in one transaction, calls the provider without a connection, and commits what it made in
 * another (decision 27). Simultaneous calls end up with one checkout: the others wait for it and return it. The provider's id is committed
 * before it is returned to a browser, so a notification can be trusted by that id alone.
 */
export async function payOrder(deps: PayDeps, given: Paying): Promise<Result<StoredOrder, PayRefusal>> {
  const done = await deps.checkoutCalls.run(() =>
    withOrderClaim<{ orderId: string; order: StoredOrder }, Opening, StoredOrder, PayRefusal>(deps.db, {
      async lock(trx) {
        const order = await lockOrder(trx, given.user.id, given.orderId);
        return order === null ? err('not_found') : ok({ orderId: order.id, order });
      },
      begin: (trx, { order }) => prepareCheckout(deps, trx, order, given),
      work: (opening, claim) => openCheckout(deps, opening, claim),
    }),
  );
  return done ?? err('payment_unavailable');
}

async function prepareCheckout(
  deps: PayDeps,
  trx: DatabaseTransaction,
  order: StoredOrder,
  { user, method }: Paying,
): Promise<Result<Begun<Opening, StoredOrder>, PayRefusal>> {
  const now = deps.clock.now();
  if (!user.emailVerified) return err('email_unverified');
  const paymentAdapter = deps.paymentAdapters.find(({ methods }) => methods.includes(method));
  if (paymentAdapter === undefined) return err('payment_not_started');
  if (order.state === 'processing') return openAlready(trx, order, paymentAdapter, now);
  // The fee, and whether there is a trial, follow from how it is paid.
  if ((cryptoFeeOf(order.lines) !== null) !== (method === 'crypto')) return err('order_not_payable');
  if (order.state !== 'draft') return err('order_not_payable');
  const stale = await refuseStale(deps, trx, order, now);
  if (stale !== null) return err(stale);
  // Its sessions have ended, and calls that began before them must not open checkouts for it.
  if (!(await holdPayer(trx, user.id, undefined))) return err('order_not_payable');
  const prepared = await paymentAdapter.prepare(trx, { order, user });
  return prepared.ok ? toCall({ order, paymentAdapter, method, call: prepared.value }) : prepared;
}

/** Calls the provider. A checkout that cannot be stored is then closed there. */
async function openCheckout(
  deps: PayDeps,
  { order, paymentAdapter, method, call }: Opening,
  claim: Claim,
): Promise<Result<StoredOrder, PayRefusal>> {
  const opened = await call();
  if (!opened.ok) return opened;
  const claimed = { order, claim: claim.id, method, provider: paymentAdapter.provider };
  const kept = await keepCheckout(deps, claimed, opened.value);
  const transactionId = opened.value.columns.paddleTransactionId ?? null;
  if (!kept.ok && transactionId !== null) {
    await deps.db.transaction().execute((trx) => deps.jobs.enqueue(trx, closeCheckout, { transactionId }));
  }
  return kept;
}

/** The checkout that is open; another provider's takes an order of its own. */
async function openAlready(
  trx: DatabaseTransaction,
  order: StoredOrder,
  paymentAdapter: PaymentAdapter,
  now: Date,
): Promise<Result<Begun<Opening, StoredOrder>, PayRefusal>> {
  const followsOn = order.item.kind === 'subscription' && order.item.startsAt !== undefined;
  if (order.kind === 'subscription' && !followsOn && (await hasPlan(trx, order.userId, now)))
    return err('subscription_exists');
  if (order.provider !== paymentAdapter.provider) return err('order_not_payable');
  return alreadyDone(order);
}
