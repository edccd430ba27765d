import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { CallsInFlight } from '../../platform/calls-in-flight.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentMethod } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { HashMailbox } from '../../platform/keys/mailbox-hash.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { hasPlan } from '../subscription/index.ts';
import { closeCheckout } from './abandon-checkouts.ts';
import { claimCheckout, releaseClaim } from './checkout-claims.store.ts';
import { cryptoFeeOf } from './crypto-fee.ts';
import { holdPayer } from './holdings.ts';
import { keepCheckout } from './keep-checkout.ts';
import type { DraftRefusal } from './draft.ts';
import { lockOrder, type StoredOrder } from './orders.store.ts';
import { refuseStale } from './refuse-stale.ts';
import type { OpenCheckout, Till } from './till.ts';

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
  readonly tills: readonly Till[];
  readonly checkoutCalls: CallsInFlight;
  readonly hashMailbox: HashMailbox;
}

interface Paying {
  readonly user: SignedInUser;
  readonly orderId: string;
  readonly method: PaymentMethod;
}

/** Milliseconds after which an order is looked at again that another call is opening. */
const lookAgainMs = 200;

type Claim =
  | { readonly step: 'open'; readonly order: StoredOrder }
  | { readonly step: 'claimed elsewhere' }
  | {
      readonly step: 'claimed';
      readonly order: StoredOrder;
      readonly till: Till;
      readonly method: PaymentMethod;
      readonly claim: string;
      call(): Promise<Result<OpenCheckout, PaddleFailure>>;
    };

/**
 * Opens the checkout of an order: claims the order in one transaction, calls the provider without a connection, and commits what it made in
 * another (decision 120). Simultaneous calls end up with one checkout: the others wait for it and return it. The provider's id is committed
 * before it is returned to a browser, so a notification can be trusted by that id alone.
 */
export async function payOrder(deps: PayDeps, given: Paying): Promise<Result<StoredOrder, PayRefusal>> {
  const done = await deps.checkoutCalls.run(async () => {
    for (;;) {
      const claimed = await deps.db.transaction().execute((trx) => claimOrder(deps, trx, given));
      if (!claimed.ok) return claimed;
      if (claimed.value.step === 'open') return ok(claimed.value.order);
      if (claimed.value.step === 'claimed') return openClaimed(deps, claimed.value);
      await sleep(lookAgainMs);
    }
  });
  return done ?? err('payment_unavailable');
}

async function claimOrder(
  deps: PayDeps,
  trx: DatabaseTransaction,
  { user, orderId, method }: Paying,
): Promise<Result<Claim, PayRefusal>> {
  const now = deps.clock.now();
  const order = await lockOrder(trx, user.id, orderId);
  if (order === null) return err('not_found');
  if (!user.emailVerified) return err('email_unverified');
  const till = deps.tills.find(({ methods }) => methods.includes(method));
  if (till === undefined) return err('payment_not_started');
  if (order.state === 'processing') return openAlready(trx, order, till, now);
  // The fee, and whether there is a trial, follow from how it is paid.
  if ((cryptoFeeOf(order.lines) !== null) !== (method === 'crypto')) return err('order_not_payable');
  if (order.state !== 'draft') return err('order_not_payable');
  const stale = await refuseStale(deps, trx, order, now);
  if (stale !== null) return err(stale);
  // Its sessions have ended, and calls that began before them must not open checkouts for it.
  if (!(await holdPayer(trx, user.id, undefined))) return err('order_not_payable');
  const prepared = await till.prepare(trx, { order, user });
  if (!prepared.ok) return prepared;
  const claim = await claimCheckout(trx, order.id);
  if (claim === null) return ok({ step: 'claimed elsewhere' });
  return ok({ step: 'claimed', order, till, method, claim, call: prepared.value });
}

/** Calls the provider. A failure ends the claim, and so does what cannot be kept; the provider is then told to close what it made. */
async function openClaimed(
  deps: PayDeps,
  { order, till, method, claim, call }: Extract<Claim, { step: 'claimed' }>,
): Promise<Result<StoredOrder, PayRefusal>> {
  try {
    const opened = await call();
    if (!opened.ok) return opened;
    const kept = await keepCheckout(deps, { order, claim, method, provider: till.provider }, opened.value);
    const transactionId = opened.value.columns.paddleTransactionId ?? null;
    if (!kept.ok && transactionId !== null) {
      await deps.db.transaction().execute((trx) => deps.jobs.enqueue(trx, closeCheckout, { transactionId }));
    }
    return kept;
  } finally {
    await releaseClaim(deps.db, order.id, claim);
  }
}

/** The checkout that is open; another provider's takes an order of its own. */
async function openAlready(
  trx: DatabaseTransaction,
  order: StoredOrder,
  till: Till,
  now: Date,
): Promise<Result<Claim, PayRefusal>> {
  const followsOn = order.item.kind === 'subscription' && order.item.startsAt !== undefined;
  if (order.kind === 'subscription' && !followsOn && (await hasPlan(trx, order.userId, now)))
    return err('subscription_exists');
  if (order.provider !== till.provider) return err('order_not_payable');
  return ok({ step: 'open', order });
}
