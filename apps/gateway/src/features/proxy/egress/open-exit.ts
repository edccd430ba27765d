import { err, ok, type Result } from '@comet/foundation';
import { awaitCapacity } from '../limits/rate-limiter.ts';
import type { Customer } from '../auth/customer.ts';
import { allowedByRules } from './destination-guard.ts';
import type { Engine } from '../engine.ts';
import type { ExitConnection } from './exit-connection.ts';
import { type Conversation, type Exit, lacksIpv6 } from './exits.ts';
import { type Picked, pickExit } from './pick-exit.ts';
import type { ReachFailure } from './connect-target.ts';
import type { Destination } from './destination.ts';
import type { Targeting } from '../auth/username.ts';
import type { Refusal } from '../refusals.ts';
import type { Asked } from './upstream-handshake.ts';

/** A connection that leaves by an exit. */
export interface Leaving extends Conversation {
  close(): void;
}

/** Connects to an address by an exit's outlet. */
export type Reach<Connection> = (exit: Exit, asked: Asked) => Promise<Connection | ReachFailure>;

export interface Opened<Connection = ExitConnection> {
  readonly exit: Exit;
  readonly connection: Connection;
  close(): void;
}

/** Exits that are tried for one connection. */
const mostExits = 3;
/** Addresses of one name that are tried. */
const mostAddresses = 3;

const words: Readonly<Record<ReachFailure, Refusal>> = {
  exit: 'exit_failed',
  refused: 'target_refused',
  unreachable: 'target_unreachable',
  timeout: 'target_timeout',
};

/**
 * A connection to a destination by an exit that fits, by another one where an exit fails; nothing is opened where it is refused. An IPv6
 * address, and a name that an exit without IPv6 finds no address of, is tried by exits with IPv6 only: `no_ipv6` where there are others alone.
 */
export async function openExit<Connection extends Leaving>(
  engine: Engine,
  customer: Customer,
  targeting: Targeting,
  destination: Destination,
  reaches: Reach<Connection>,
): Promise<Result<Opened<Connection>, Refusal>> {
  const failed = new Set<string>();
  let last: Refusal = 'exit_unavailable';
  let needsIpv6 = destination.kind === 'ipv6';
  while (failed.size < mostExits) {
    const unable = needsIpv6 ? engine.exits.withoutIpv6() : undefined;
    const picked = pickExit(engine, customer, targeting, failed, unable);
    if (!picked.ok && last === 'name_unknown') return err(last);
    if (!picked.ok && ownRefusal(engine, destination) === 'destination_refused')
      return err('destination_refused');
    if (!picked.ok && failed.size > 0) return err(last === 'exit_failed' ? picked.error : last);
    if (!picked.ok) {
      const isForIpv6 = picked.error === 'exit_unavailable' && hasOthers(engine, customer, targeting, unable);
      return isForIpv6 ? err('no_ipv6') : picked;
    }
    const { exit } = picked.value;
    if (failed.has(exit.view.id)) break;
    // A customer's own exit, or own address, is the only one.
    if (unable?.has(exit.view.id) === true || (needsIpv6 && lacksIpv6(exit.view)))
      return err(last === 'name_unknown' ? last : ownRefusal(engine, destination));
    const reached = await reachBy(engine, picked.value, destination, reaches);
    if (typeof reached !== 'string') return ok({ exit, connection: reached, close: () => reached.close() });
    last = reached;
    if (reached === 'name_unknown' && !needsIpv6 && lacksIpv6(exit.view)) {
      needsIpv6 = true;
      continue;
    }
    if (reached !== 'exit_failed') return err(reached);
    engine.tell({ type: 'exit-failed', exit: exit.view.id });
    // It may be the target that does not answer a provider: a session keeps its exit until the provider itself is found to be gone.
    if (exit.view.kind === 'upstream' && targeting.session !== null) return err(reached);
    failed.add(exit.view.id);
  }
  return err(last);
}

/** Whether there are exits for this customer, of which none has IPv6. */
function hasOthers(
  { exits }: Engine,
  { grant }: Customer,
  targeting: Targeting,
  unable: ReadonlySet<string> | undefined,
): boolean {
  return (
    unable !== undefined &&
    grant.route.kind === 'pool' &&
    exits.choose(targeting, unable, true, new Set()) !== null
  );
}

/** What nobody may reach is refused as such, whether or not an exit has IPv6. */
function ownRefusal({ guard }: Engine, { host, kind, port }: Destination): Refusal {
  return kind === 'ipv6' && !guard(host, port) ? 'destination_refused' : 'no_ipv6';
}

/** A connection by this exit and no other; where there is none, why. */
export async function reachBy<Connection extends Leaving>(
  engine: Engine,
  { exit, token }: Picked,
  destination: Destination,
  reaches: Reach<Connection>,
): Promise<Connection | Refusal> {
  const turn = awaitCapacity(exit.rateLimiter);
  const late = turn === null ? null : await turn;
  if (late !== null) return late;
  const asked = allowedAddresses(engine, exit, destination);
  const addresses = asked instanceof Promise ? await asked : asked;
  if (typeof addresses === 'string') return addresses;
  let failure: ReachFailure = 'unreachable';
  for (const host of addresses.slice(0, mostAddresses)) {
    const { country, city } = exit.view;
    const asked = { host, port: destination.port, country, city, session: token };
    const reached = await reaches(exit, asked);
    if (typeof reached !== 'string') {
      if (exit.view.kind === 'upstream') exit.keepConnection(reached);
      return reached;
    }
    failure = reached;
    if (failure === 'exit') break;
  }
  return words[failure];
}

/** The addresses that may be connected to, in the order of trying: at once, or when a name was asked for, which is here, once, and never again. */
export function allowedAddresses(
  engine: Engine,
  exit: Exit,
  { host, kind, port }: Destination,
): readonly string[] | Refusal | Promise<readonly string[] | Refusal> {
  const { outlet } = exit.view;
  const allowed = (name: string | null, addresses: readonly string[]): readonly string[] | Refusal => {
    // They may have become others while the name was asked for.
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
