import { err, ok, type Result } from '@comet/foundation';
import type { Customer } from '../auth/customer.ts';
import { planSession } from '../plan/session-plan.ts';
import { Exit, type Exits } from './exits.ts';
import type { ExitView, ProxySetup } from '../proxy-messages.ts';
import type { Targeting } from '../auth/username.ts';
import type { Refusal } from '../refusals.ts';
import type { StickySessions } from './sticky-sessions.ts';

export interface PickedExit {
  readonly exit: Exit;
  /** Identifies the session to a provider. */
  readonly token: string;
}

const noExits: ReadonlySet<string> = new Set();

interface ExitPicker {
  readonly exits: Exits;
  readonly sessions: StickySessions;
  readonly setup: Pick<ProxySetup, 'resolver'>;
  readonly now: () => number;
  readonly newToken: () => string;
}

/**
 * Picks the exit of a connection: the customer's own, the session's, or a new one. `failed` are the exits already tried, `unable` those
 * that cannot reach the destination's address family: neither is chosen. What a sticky session does is planned in `plan/session-plan.ts`.
 */
export function pickExit(
  picker: ExitPicker,
  customer: Customer,
  targeting: Targeting,
  failed: ReadonlySet<string>,
  unable: ReadonlySet<string> = noExits,
): Result<PickedExit, Refusal> {
  const { exits, sessions, setup, now, newToken } = picker;
  const { route, username } = customer.grant;
  const { session } = targeting;
  if (route.kind !== 'pool') {
    if (targeting.country !== null || session !== null) return err('targeting_unavailable');
    const own = route.kind === 'exit' ? exits.find(route.exit) : ownAddress(route.address, setup.resolver);
    const isOpen = own !== null && own.view.draining !== true && !failed.has(own.view.id);
    return isOpen ? ok({ exit: own, token: '' }) : err('exit_unavailable');
  }
  if (session === null) return pickNew(failed, failed.size > 0, unable);

  const target = (name: string): Targeting => ({ ...targeting, session: { ...session, name } });
  const plan = planSession({
    ...{ session, failed, unable },
    isLive: (exit) => exits.find(exit) !== null,
    find: (name) => sessions.find(username, target(name), now()),
  });
  if (plan.kind === 'refuse') return err(plan.refusal);
  if (plan.kind === 'keep') {
    const exit = exits.find(plan.exit);
    return exit === null ? err('exit_unavailable') : ok({ exit, token: plan.token });
  }
  const stored = target(plan.name);
  const previous = sessions.previousExit(username, stored);
  const picked = pickForSession(previous === null ? failed : new Set([...failed, previous]));
  if (picked.ok) {
    const chosen = { exit: picked.value.exit.view.id, token: picked.value.token };
    sessions.set(username, stored, chosen, now(), plan.until ?? undefined);
  }
  return picked;

  /** Without a country an exit with IPv6 is preferred, so that the session reaches both families through one exit. */
  function pickForSession(avoid: ReadonlySet<string>): Result<PickedExit, Refusal> {
    if (targeting.country === null) {
      const dual = pickNew(avoid, false, new Set([...unable, ...exits.withoutKnownIpv6()]));
      if (dual.ok) return dual;
    }
    return pickNew(avoid, true, unable);
  }

  function pickNew(
    avoid: ReadonlySet<string>,
    mayRepeat: boolean,
    without: ReadonlySet<string>,
  ): Result<PickedExit, Refusal> {
    const chosen = exits.choose(targeting, avoid, mayRepeat, without);
    return chosen === null
      ? err('exit_unavailable')
      : ok({ exit: chosen, token: chosen.view.kind === 'upstream' ? newToken() : '' });
  }
}

/** Wraps one of the gateway's own addresses in an exit. */
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
