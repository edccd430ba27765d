import { silentLog } from '@comet/foundation/log';
import { err, ok } from '@comet/foundation';
import type { WireguardSession } from '../../src/model/session.ts';
import { connectionAttemptsTo } from '../../src/gateways/attempts/connection-attempt.ts';
import { directory } from '../../src/gateways/directory.ts';
import type { Gateway } from '../../src/model/gateway.ts';
import type { AdmissionEndpoint } from '../../src/platform/admission/admission-endpoint.ts';
import { fakeStateFile } from '../../src/platform/files/state-file.fake.ts';
import { ticketRefresher } from '../../src/tickets/ticket-refresher.ts';
import { deviceKeys } from '../../src/tickets/device-keys.ts';
import { standbySessions } from '../../src/tickets/standby-sessions.ts';
import { ticketStore } from '../../src/tickets/ticket-store.ts';
import { present } from '../../src/tickets/present-ticket.ts';
import { isInDoubt, isLost, newLink, observe, proven } from '../../src/tunnel/monitoring/link-health.ts';
import type { Connected, Connecting, Message, State } from '../../src/tunnel/state.ts';
import { step } from '../../src/tunnel/machine.ts';
import { disconnected } from '../../src/tunnel/transitions.ts';
import type { SimulatedFleet, SimulatedGateway } from '../fleet/simulated-fleet.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Milliseconds: round trip of a distant network, timeout of an admission endpoint, and interval of link checks. */
const network = { exchange: 150, handshake: 100, giveUp: 4_000, check: 2_500 };

interface SimulatedClient {
  readonly state: State;
  /** The gateway that carries its traffic now, if it is reachable. */
  uplink(): SimulatedGateway | null;
  connect(): void;
}

/** The daemon's own decisions, tickets, list and rounds, on virtual time and without a network. */
export function simulatedClient(
  fleet: SimulatedFleet,
  time: VirtualTime,
  options: { readonly sub: string; readonly roundTrip: (gateway: Gateway) => number; random(): number },
): SimulatedClient {
  const { clock, after } = time;
  const { random } = options;
  const account = { accessToken: 't', email: 'a@b.example', deviceId: 'd', deviceName: 'n' };
  const file = fakeStateFile({ account });
  const api = fleet.apiFor(options.sub);
  const log = silentLog;
  const gateways = directory({ file, api, clock, log }, fleet.verifiers);
  const tickets = ticketStore(file, api, clock);
  const keys = deviceKeys(file, clock);
  const nothing = () => Promise.resolve();
  const gatewayOf = ({ id }: { readonly id: string }) => fleet.gateways.find((one) => one.id === id) ?? null;
  const admissionEndpoint: AdmissionEndpoint = {
    present: (gateway, presentation) =>
      Promise.resolve(
        gatewayOf(gateway)?.present(presentation) ?? err({ kind: 'unreachable', detail: 'no such gateway' }),
      ),
    release: () => Promise.resolve(ok(null)),
    openAt: () => null,
    warm: nothing,
    forget: () => undefined,
    closeStaleConnections: nothing,
    measure: (gateway) => Promise.resolve(options.roundTrip(gateway)),
  };
  const standby = standbySessions({ file, admissionEndpoint, keys, clock, after });
  let stateKeys = 0;
  const facts = () => ({
    now: clock.now(),
    nextKey: `state-${(stateKeys += 1)}`,
    random: random(),
    clockFault: null,
    connectionAttemptsFor(
      goal: { location: string | null },
      past: { avoid: string | null; fallbackGateways: boolean },
    ) {
      const to = gateways.destinationsFor(goal, past);
      const choice = {
        protocol: 'wireguard',
        variant: 'automatic',
        wireguardPort: 'automatic',
        wireguardOver: 'automatic',
      } as const;
      return to === null ? null : connectionAttemptsTo(to, choice, null);
    },
  });
  let state: State = disconnected(facts());
  const refresher = ticketRefresher({
    ...{
      state: () => state,
      blocking: () => false,
      file,
      directory: gateways,
      tickets,
      standby,
      keys,
      admissionEndpoint,
    },
    addresses: { contacts: () => [], lookup: () => undefined, refresh: nothing },
    wireguard: { ready: nothing } as never,
    access: { keep: nothing } as never,
    logoutNotices: nothing,
    ...{ onRefused: () => undefined, random, after, log },
  });

  function dispatch(message: Message): void {
    const before = state;
    state = step(before, message, facts(), null);
    if (state === before) return;
    if (state.kind === 'connecting') void attempt(state);
    if (state.kind === 'connected') {
      void file.change({ lastGateway: state.session.gateway.id });
      watch(state);
      refresher.refreshSoon();
    }
    if (state.kind === 'error' && state.retryAt !== null) {
      const { key } = state;
      after(state.retryAt.getTime() - clock.now().getTime(), () => dispatch({ kind: 'retry-due', key }));
    }
  }

  async function attempt({ key, connectionAttempt }: Connecting): Promise<void> {
    if (connectionAttempt === null) {
      const refreshed = await gateways.refresh(new AbortController().signal);
      const kind = refreshed.ok ? ('gateways-known' as const) : ('attempt-failed' as const);
      return dispatch(kind === 'gateways-known' ? { kind, key } : { kind, key, reason: 'api_unreachable' });
    }
    const { gateway } = connectionAttempt;
    const pair = await keys.ofThisWeek();
    await standby.claim(gateway);
    const { signal } = new AbortController();
    const ticket = await tickets.take(gateway, pair.publicKey, signal);
    if (!ticket.ok) return dispatch({ kind: 'attempt-failed', key, reason: ticket.error });
    after(gatewayOf(gateway)?.alive === true ? network.exchange : network.giveUp, () => {
      void present(admissionEndpoint, gateway, pair, ticket.value, signal).then((presented) => {
        if (!presented.ok) return dispatch({ kind: 'attempt-failed', key, reason: 'gateway_unreachable' });
        const session = { ...presented.value, protocol: 'wireguard' } as WireguardSession;
        after(network.handshake, () => dispatch({ kind: 'raised', key, session }));
      });
    });
  }

  /** Checks the link as `watch-link.ts` does, under steady download. */
  function watch({ key, session, since }: Connected): void {
    const counters = { rxBytes: 0, txBytes: 0, lastHandshake: since.getTime() / 1000 };
    let health = newLink;
    const check = (): void => {
      if (state.kind !== 'connected' || state.key !== key) return;
      const responds = gatewayOf(session.gateway)?.alive === true;
      const now = clock.now().getTime();
      counters.txBytes += 10_000;
      if (responds) {
        counters.rxBytes += 1_000_000;
        if (now / 1000 - counters.lastHandshake > 120) counters.lastHandshake = now / 1000;
      }
      const peer = { publicKey: '', endpoint: null, allowedIps: [], ...counters };
      health = observe(health, peer, now);
      const lost = isLost(health, peer, now) || (isInDoubt(health, now) && !responds);
      if (lost) return dispatch({ kind: 'link-lost', key });
      if (isInDoubt(health, now)) health = proven(health);
      after(network.check, check);
    };
    after(network.check * random(), check);
  }

  return {
    get state() {
      return state;
    },
    uplink: () => (state.kind === 'connected' ? gatewayOf(state.session.gateway) : null),
    connect() {
      refresher.refreshSoon();
      dispatch({ kind: 'connect', goal: { location: 'nl-ams' } });
    },
  };
}
