import { err, ok, type Result } from '@comet/foundation';
import type { Exit } from '../egress/exits.ts';
import type { Engine } from '../engine.ts';
import type { Credentials } from '../http/http-head.ts';
import { hasFreeSlot } from '../limits/connection-share.ts';
import { awaitCapacity } from '../limits/rate-limiter.ts';
import type { QuotaAccount } from '../quota/quota-account.ts';
import type { Refusal } from '../refusals.ts';
import type { Customer } from './customer.ts';
import { readUsername, type Targeting } from './username.ts';

/** Milliseconds that a new connection waits to receive whether there is data. */
const patience = 10_000;

/** Null when a quota account has something to spend, drawn for if it must be; otherwise why nothing can be opened. */
function awaitQuota(quotaAccount: QuotaAccount, now: () => number): Promise<Refusal | null> | Refusal | null {
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

/** Who came, and where he wants to come out. */
export interface AuthenticatedClient {
  readonly customer: Customer;
  readonly targeting: Targeting;
}

/** Connections that the whole process has open at most. */
const mostConnections = 20_000;

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

function isFull(engine: Engine, customer: Customer): Refusal | null {
  if (customer.isFull) return 'too_many_connections';
  const places = { own: customer.open.size, all: engine.moving.size, most: mostConnections };
  return hasFreeSlot(places, () => engine.active) ? null : 'busy';
}

/** How many tunnels of a customer may stand open before they are asked for: few of the customer's own limit, and of the shared one. */
export function placesAhead(engine: Engine, customer: Customer): number {
  const free = customer.grant.limits.connections - customer.open.size - customer.opening;
  const all = mostConnections / 2 - engine.moving.size;
  return Math.max(0, Math.floor(Math.min(free, all) / 4));
}

/**
 * Opens something by an exit, if there is room and data for it. What was opened for a right that has ended or changed meanwhile, or by an
 * exit that is not well any more, is closed again.
 */
export async function openFor<T extends { readonly exit: Exit; close(): void }>(
  engine: Engine,
  { customer }: Pick<AuthenticatedClient, 'customer'>,
  open: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const { generation } = customer;
  // Nobody is refused for what only stands ready for somebody.
  for (let full = isFull(engine, customer); full !== null; full = isFull(engine, customer)) {
    const givenUp = engine.ahead.giveUp(full === 'busy' ? null : customer);
    if (givenUp === null) return err(full);
    await givenUp;
  }
  customer.opening += 1;
  const { quotaAccount: account } = customer.grant;
  const quotaAccount = account === null ? null : engine.quotaAccounts.of(account, engine.now());
  // What pays for it is not given back before it is there.
  quotaAccount?.open();
  try {
    const poor = quotaAccount === null ? null : await awaitQuota(quotaAccount, engine.now);
    if (poor !== null) return err(poor);
    const turn = awaitCapacity(customer.rateLimiter);
    const late = turn === null ? null : await turn;
    if (late !== null) return err(late);
    const opened = await open();
    if (!opened.ok) return opened;
    const { exit } = opened.value;
    if (customer.generation === generation && !exit.isGone && exit.view.healthy) return opened;
    opened.value.close();
    return err(customer.isGone ? 'bad_credentials' : 'exit_failed');
  } finally {
    customer.opening -= 1;
    quotaAccount?.close(engine.now());
  }
}
