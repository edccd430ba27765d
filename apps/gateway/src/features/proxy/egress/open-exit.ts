import { err, ok, type Result } from '@comet/foundation';
import { awaitCapacity } from '../limits/rate-limiter.ts';
import type { Customer } from '../auth/customer.ts';
import { allowedByRules } from './destination-guard.ts';
import type { Engine } from '../engine.ts';
import type { ExitConnection } from './exit-connection.ts';
import type { MeteredConnection, Exit } from './exits.ts';
import { planAfterFailure, planAttempt } from '../plan/egress-plan.ts';
import { type PickedExit, pickExit } from './pick-exit.ts';
import type { ConnectFailure } from './connect-target.ts';
import type { Destination } from './destination.ts';
import type { Targeting } from '../auth/username.ts';
import type { Refusal } from '../refusals.ts';
import type { EgressTarget } from './upstream-handshake.ts';

/** A connection through an exit that can be closed. */
export interface EgressConnection extends MeteredConnection {
  close(): void;
}

/** Connects to an address through an exit's outlet. */
export type ConnectByExit<Connection> = (
  exit: Exit,
  target: EgressTarget,
) => Promise<Connection | ConnectFailure>;

export interface Opened<Connection = ExitConnection> {
  readonly exit: Exit;
  readonly connection: Connection;
  close(): void;
}

/** Maximum number of exits tried for one connection. */
const maxExits = 3;
/** Maximum number of addresses tried for one name. */
const maxAddresses = 3;

const refusalsByFailure: Readonly<Record<ConnectFailure, Refusal>> = {
  exit: 'exit_failed',
  refused: 'target_refused',
  unreachable: 'target_unreachable',
  timeout: 'target_timeout',
};

/**
 * Connects to a destination through a matching exit, and through another one after a failure. An IPv6 address, and a name without an
 * IPv4 address, is tried through exits with IPv6 only; the refusal is `no_ipv6` if there are none. The plans are in
 * `plan/egress-plan.ts`.
 */
export async function openExit<Connection extends EgressConnection>(
  engine: Engine,
  customer: Customer,
  targeting: Targeting,
  destination: Destination,
  connectByExit: ConnectByExit<Connection>,
): Promise<Result<Opened<Connection>, Refusal>> {
  const failed = new Set<string>();
  let last: Refusal = 'exit_unavailable';
  let needsIpv6 = destination.kind === 'ipv6';
  const hasSession = targeting.session !== null;
  const isForbidden = () => isForbiddenIpv6(engine, destination);
  while (failed.size < maxExits) {
    const unable = needsIpv6 ? engine.exits.withoutIpv6() : null;
    const picked = pickExit(engine, customer, targeting, failed, unable ?? undefined);
    const hasOthers = () => hasExitsWithoutIpv6(engine, customer, targeting, unable);
    const plan = planAttempt(picked, { last, failed, needsIpv6, unable, isForbidden, hasOthers });
    if (plan.kind === 'refuse') return err(plan.refusal);
    const { exit } = plan.by;
    const connected = await connectBy(engine, plan.by, destination, connectByExit);
    if (typeof connected !== 'string')
      return ok({ exit, connection: connected, close: () => connected.close() });
    last = connected;
    const { next, reportsExit } = planAfterFailure(connected, exit, { needsIpv6, hasSession });
    if (reportsExit) engine.emit({ type: 'exit-failed', exit: exit.view.id });
    if (next === 'refuse') return err(connected);
    if (next === 'try-ipv6-exit') needsIpv6 = true;
    else failed.add(exit.view.id);
  }
  return err(last);
}

/** Whether there are exits for this customer, none of them with IPv6; false if the connection needs no IPv6 (`unable` is null). */
function hasExitsWithoutIpv6(
  { exits }: Engine,
  { grant }: Customer,
  targeting: Targeting,
  unable: ReadonlySet<string> | null,
): boolean {
  return (
    unable !== null &&
    grant.route.kind === 'pool' &&
    exits.choose(targeting, unable, true, new Set()) !== null
  );
}

/** Whether a destination is a blocked IPv6 address, which is refused whether or not an exit has IPv6. */
function isForbiddenIpv6({ guard }: Engine, { host, kind, port }: Destination): boolean {
  return kind === 'ipv6' && !guard(host, port);
}

/** Connects through this exit only. Resolves with the connection or the refusal. */
export async function connectBy<Connection extends EgressConnection>(
  engine: Engine,
  { exit, token }: PickedExit,
  destination: Destination,
  connectByExit: ConnectByExit<Connection>,
): Promise<Connection | Refusal> {
  const capacity = awaitCapacity(exit.rateLimiter);
  const withoutCapacity = capacity === null ? null : await capacity;
  if (withoutCapacity !== null) return withoutCapacity;
  const allowed = allowedAddresses(engine, exit, destination);
  const addresses = allowed instanceof Promise ? await allowed : allowed;
  if (typeof addresses === 'string') return addresses;
  let failure: ConnectFailure = 'unreachable';
  for (const host of addresses.slice(0, maxAddresses)) {
    const { country, city } = exit.view;
    const target = { host, port: destination.port, country, city, session: token };
    const connected = await connectByExit(exit, target);
    if (typeof connected !== 'string') {
      if (exit.view.kind === 'upstream') exit.keepConnection(connected);
      return connected;
    }
    failure = connected;
    if (failure === 'exit') break;
  }
  return refusalsByFailure[failure];
}

/** Returns the permitted addresses in the order of attempts: synchronously for an address, after one DNS query for a name. */
export function allowedAddresses(
  engine: Engine,
  exit: Exit,
  { host, kind, port }: Destination,
): readonly string[] | Refusal | Promise<readonly string[] | Refusal> {
  const { outlet } = exit.view;
  const allowed = (name: string | null, addresses: readonly string[]): readonly string[] | Refusal => {
    // The rules may have changed during the query.
    const { rules } = exit.view;
    if (addresses.length === 0) return 'name_unknown';
    const left = addresses.filter(
      (address) => engine.guard(address, port) && allowedByRules(rules, { name, address, port }),
    );
    return left.length === 0 ? 'destination_refused' : left;
  };
  if (kind !== 'name') return allowed(null, [host]);
  const from = outlet.kind === 'local' ? outlet : { resolver: engine.setup.resolver, ipv4: null, ipv6: null };
  return engine.resolve(host, from).then((addresses) => allowed(host, addresses));
}
