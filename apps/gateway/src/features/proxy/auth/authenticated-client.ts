import { err, ok, type Result } from '@comet/foundation';
import type { Exit } from '../egress/exits.ts';
import type { Engine } from '../engine.ts';
import type { Credentials } from '../http/http-head.ts';
import { awaitCapacity } from '../limits/rate-limiter.ts';
import { planSlot, type SlotState } from '../limits/connection-limit.ts';
import { planOpened, planQuota, type QuotaPlan } from '../plan/opening-plan.ts';
import type { QuotaAccount } from '../quota/quota-account.ts';
import type { Refusal } from '../refusals.ts';
import type { Customer } from './customer.ts';
import { readUsername, type Targeting } from './username.ts';

/** Maximum time in ms that a new connection waits for the answer to a quota lease request. */
const quotaTimeout = 10_000;

/** Executes the quota plan. Returns null if the quota account has bytes left, otherwise the refusal. */
function awaitQuota(quotaAccount: QuotaAccount, now: () => number): Promise<Refusal | null> | Refusal | null {
  const before = planQuota(quotaAccount, 'none');
  if (before.kind !== 'reserve') return refusalOf(before);
  quotaAccount.draw(now());
  const requested = planQuota(quotaAccount, 'requested');
  if (requested.kind !== 'wait') return refusalOf(requested);
  return new Promise((resolve) => {
    const waiter = {
      onQuota(): void {
        clearTimeout(timer);
        resolve(refusalOf(planQuota(quotaAccount, 'answered')));
      },
    };
    const timer = setTimeout(() => {
      quotaAccount.cancelWait(waiter);
      resolve(refusalOf(planQuota(quotaAccount, 'timed-out')));
    }, quotaTimeout);
    quotaAccount.wait(waiter);
  });
}

function refusalOf(plan: QuotaPlan): Refusal | null {
  return plan.kind === 'refuse' ? plan.refusal : null;
}

/** A client authenticated by credentials or by its address, with the targeting in its user name. */
export interface AuthenticatedClient {
  readonly customer: Customer;
  readonly targeting: Targeting;
}

/** Maximum number of open connections of the process. */
const maxConnections = 20_000;

/**
 * Authenticates a client of the proxy by its credentials, or by its source address, and reads the targeting in its user name. Returns the
 * refusal if either fails.
 */
export function admit(
  engine: Engine,
  credentials: Credentials | null,
  address: string,
): Result<AuthenticatedClient, Refusal> {
  const found = engine.customers.identify(credentials, address);
  if (!found.ok) return found;
  const targeting = readUsername(credentials?.username ?? '');
  return targeting.ok ? ok({ customer: found.value, targeting: targeting.value }) : targeting;
}

function slotState(engine: Engine, customer: Customer): SlotState {
  return {
    customer: {
      open: customer.open.size,
      opening: customer.opening,
      limit: customer.grant.limits.connections,
    },
    process: { open: engine.openConnections.size, limit: maxConnections, active: () => engine.active },
  };
}

/** Maximum number of preauthorised connections of a customer: a quarter of its free slots, or of the shared ones if those are fewer. */
export function preauthorisedSlots(engine: Engine, customer: Customer): number {
  const free = customer.grant.limits.connections - customer.open.size - customer.opening;
  const all = maxConnections / 2 - engine.openConnections.size;
  return Math.max(0, Math.floor(Math.min(free, all) / 4));
}

/**
 * Opens a connection once a slot, quota and the rate limit permit it. The plans are in `limits/connection-limit.ts` and
 * `plan/opening-plan.ts`. The connection is closed again if the customer's grant ended or changed, or the exit failed, while it was opened.
 */
export async function openFor<T extends { readonly exit: Exit; close(): void }>(
  engine: Engine,
  { customer }: Pick<AuthenticatedClient, 'customer'>,
  open: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const { generation } = customer;
  for (;;) {
    const slot = planSlot(slotState(engine, customer));
    if (slot.kind === 'take') break;
    const reclaimed = engine.preauthorisationPool.releaseUnused(slot.from === 'all' ? null : customer);
    if (reclaimed === null) return err(slot.refusal);
    await reclaimed;
  }
  customer.opening += 1;
  const { quotaAccount: account } = customer.grant;
  const quotaAccount = account === null ? null : engine.quotaAccounts.of(account, engine.now());
  // Counted as a user, so that the quota is not returned before the connection is open.
  quotaAccount?.open();
  try {
    const withoutQuota = quotaAccount === null ? null : await awaitQuota(quotaAccount, engine.now);
    if (withoutQuota !== null) return err(withoutQuota);
    const capacity = awaitCapacity(customer.rateLimiter);
    const withoutCapacity = capacity === null ? null : await capacity;
    if (withoutCapacity !== null) return err(withoutCapacity);
    const opened = await open();
    if (!opened.ok) return opened;
    const refusal = planOpened({ customer, exit: opened.value.exit }, generation);
    if (refusal === null) return opened;
    opened.value.close();
    return err(refusal);
  } finally {
    customer.opening -= 1;
    quotaAccount?.close(engine.now());
  }
}
