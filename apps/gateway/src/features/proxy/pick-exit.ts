import { err, ok, type Result } from '@comet/foundation';
import type { Customer } from './customer.ts';
import { Exit, type Exits } from './exits.ts';
import type { ExitView, ProxySetup } from './proxy-messages.ts';
import type { Targeting } from './read-username.ts';
import type { Refusal } from './refusals.ts';
import type { StickySessions } from './sticky-sessions.ts';

export interface Picked {
  readonly exit: Exit;
  /** Stands for the session towards a provider. */
  readonly token: string;
}

const noExits: ReadonlySet<string> = new Set();

export interface Picking {
  readonly exits: Exits;
  readonly sessions: StickySessions;
  readonly setup: Pick<ProxySetup, 'resolver'>;
  readonly now: () => number;
  readonly newToken: () => string;
}

/**
 * The exit by which a connection leaves: the customer's own, the session's, or one that is chosen now. `failed` are those by which it was
 * tried already, `unable` those that cannot reach the destination's family: none of them is chosen anew. A session that is to keep its
 * address does not get another before its time is over.
 */
export function pickExit(
  { exits, sessions, setup, now, newToken }: Picking,
  { grant }: Customer,
  targeting: Targeting,
  failed: ReadonlySet<string>,
  unable: ReadonlySet<string> = noExits,
): Result<Picked, Refusal> {
  const { route } = grant;
  const { session } = targeting;
  if (route.kind !== 'pool') {
    if (targeting.country !== null || session !== null) return err('targeting_unavailable');
    const own = route.kind === 'exit' ? exits.find(route.exit) : ownAddress(route.address, setup.resolver);
    return own === null || failed.has(own.view.id) ? err('exit_unavailable') : ok({ exit: own, token: '' });
  }
  if (session === null) return pickNew(failed, failed.size > 0);

  const kept = sessions.find(grant.id, targeting, now());
  const exit = kept === null ? null : exits.find(kept.exit);
  if (kept !== null && exit !== null && !failed.has(kept.exit)) return ok({ exit, token: kept.token });
  if (kept !== null && session.ifGone === 'fail') return err('session_gone');
  const before = sessions.before(grant.id, targeting);
  const picked = pickNew(before === null ? failed : new Set([...failed, before]), true);
  if (picked.ok)
    sessions.keep(grant.id, targeting, { exit: picked.value.exit.view.id, token: picked.value.token }, now());
  return picked;

  function pickNew(avoid: ReadonlySet<string>, mayRepeat: boolean): Result<Picked, Refusal> {
    const chosen = exits.choose(targeting, avoid, mayRepeat, unable);
    return chosen === null
      ? err('exit_unavailable')
      : ok({ exit: chosen, token: chosen.view.kind === 'upstream' ? newToken() : '' });
  }
}

/** One of the gateway's own addresses, seen as an exit. */
function ownAddress(ipv4: string, resolver: string): Exit {
  const view: ExitView = {
    id: ipv4,
    kind: 'node',
    country: '',
    city: null,
    use: 'dedicated',
    healthy: true,
    load: 0,
    outlet: { kind: 'local', ipv4, ipv6: null, resolver },
    caps: { bytesPerSecond: null, dayBytes: null },
    rules: { ports: [], networks: [], names: [] },
  };
  return new Exit(view, true);
}
