import { logInto } from '../log-into.ts';
import { err, manualClock, ok } from '@comet/foundation';
import type { Gateway } from '../../src/model/gateway.ts';
import type { ClockFault } from '../../src/platform/admission/certificate-clock.ts';
import { fakeLocalResolver } from '../../src/platform/dns/local-resolver.fake.ts';
import { fakeDns } from '../../src/platform/dns/dns.fake.ts';
import { connectionAttemptsTo } from '../../src/gateways/attempts/connection-attempt.ts';
import {
  connectionAttemptsFor as attemptsFor,
  withStandby,
} from '../../src/gateways/attempts/connection-attempts-for.ts';
import { fakeOpenvpn } from '../../src/platform/openvpn/openvpn.fake.ts';
import type { TcpReachability } from '../../src/platform/admission/tcp-connect.ts';
import { createChangeEvent } from '../../src/tunnel/change-event.ts';
import { admittanceOf, fakeAdmission } from '../../src/platform/admission/admission-endpoint.fake.ts';
import { fakeFirewall } from '../../src/platform/firewall/firewall.fake.ts';
import type { SavedSession } from '../../src/platform/saved-session/saved-session.ts';
import { restoredTunnel } from '../../src/platform/saved-session/restored-tunnel.ts';
import { fakeOuterTransports } from '../../src/platform/obfuscation/outer-transports.fake.ts';
import { fakeRouting } from '../../src/platform/routing/routing.fake.ts';
import { fakeStateFile } from '../../src/platform/files/state-file.fake.ts';
import { fakeWireguard } from '../../src/platform/wireguard/wireguard.fake.ts';
import { freshSettings, isAutomaticLocation } from '@comet/tunnel-protocol';
import type { WorkedTransport } from '../../src/gateways/attempts/transport-order.ts';
import { deviceKeys } from '../../src/tickets/device-keys.ts';
import type { TicketStore } from '../../src/tickets/ticket-store.ts';
import { createLink } from '../../src/tunnel/link.ts';
import { createTunnel } from '../../src/tunnel/machine.ts';
import { type Dedicated, type Goal, type ConnectHistory, fresh } from '../../src/model/goal.ts';
import { grantedSession, type WireguardSession } from '../../src/model/session.ts';
import { newMoveHistory } from '../../src/tunnel/monitoring/watch-wireguard.ts';
import { runState } from '../../src/tunnel/run-state.ts';
import { gateways } from './fake-gateways.ts';

/**
 * A tunnel with fakes, which tests can inspect and change. `restored`: the saved session that was restored before the daemon was loaded.
 */
export function fakeTunnel(options: { adopted?: boolean; signedIn?: boolean; restored?: SavedSession } = {}) {
  const { adopted = false, signedIn = true, restored } = options;
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const firewall = fakeFirewall();
  if (adopted) firewall.inForce = { kind: 'blocked', allowLan: false, api: [] };
  if (restored !== undefined) firewall.inForce = restored.policy;
  const routing = fakeRouting();
  if (restored !== undefined) routing.raised = restored.addresses;
  const dns = fakeDns();
  const wireguard = fakeWireguard(clock);
  const openvpn = fakeOpenvpn();
  const outerTransports = fakeOuterTransports();
  const admissionEndpoint = fakeAdmission();
  const file = fakeStateFile();
  const keys = deviceKeys(file, clock);
  const links = { wireguard: 'comet0', openvpn: 'comet0-ovpn' };
  const settings = {
    ...freshSettings,
    links,
    api: [{ host: '203.0.113.10', port: 443 }],
    dashboard: [{ host: '203.0.113.11', port: 443, name: 'comet.example' }],
  };
  const changeEvent = createChangeEvent();
  const moveHistory = newMoveHistory();
  const timers = new Set<() => void>();
  const controls = {
    signedIn,
    /** Whether there is a standby ticket, so that none is requested from the API. */
    standby: false,
    /** The gateways with a prepared session, until it is used. */
    standbyAt: new Set<string>(),
    /** Deadlines of draining gateways, to which no new tunnel is made. */
    draining: new Map<string, Date>(),
    /** The gateways that may replace a draining one. */
    replacements: gateways,
    apiReason: null as 'api_unreachable' | 'subscription_required' | 'device_removed' | null,
    clockFault: null as ClockFault | null,
    listKnown: true,
    /** Whether a fetched list is the same as the previous one. */
    listStale: false,
    worked: null as WorkedTransport | null,
    ports: [51_820] as readonly number[],
    transports: [] as Gateway['wireguardTransports'],
    /** The result of TCP connections to a gateway. */
    reachAt: (_port: number): TcpReachability => 'open',
    intent: null as { location: string | null } | null,
    /** Resolves when the data to store is on disk. */
    disk: () => Promise.resolve(),
    dropped: 0,
    lists: 0,
    /** How the account's dedicated address is reached; null if it is not. */
    dedicated: null as Dedicated | null,
    /** The rules in force at each logout notice. */
    logoutNotices: [] as (string | null)[],
    /** Resolves when the subscribers display the last snapshot. */
    shown: () => Promise.resolve(),
    log: [] as string[],
    /** Whether the work of two states ever ran at once. */
    hasOverlap: false,
  };
  let running = 0;
  const tickets: TicketStore = {
    hasTicket: () => controls.standby,
    async take(gateway) {
      await Promise.resolve();
      return controls.apiReason === null ? ok(`ticket-for-${gateway.id}`) : err(controls.apiReason);
    },
    fetch: (gateway, publicKey, signal) => tickets.take(gateway, publicKey, signal),
    refusal: () => Promise.resolve(controls.apiReason),
    async drop() {
      await Promise.resolve();
      controls.dropped += 1;
    },
    keep: () => Promise.resolve(ok(null)),
  };
  const log = logInto(controls.log);
  const link = createLink(
    {
      ...{
        wireguard,
        openvpn,
        outerTransports,
        links,
        dns,
        localResolver: fakeLocalResolver(),
        log,
        forgetConnections: () => undefined,
      },
      routing: restored === undefined ? routing : restoredTunnel(routing, restored.addresses),
    },
    restored !== undefined,
    restored?.ticket,
  );
  const connectionAttemptsFor = (goal: Goal, past: ConnectHistory) => {
    const { location, dedicated } = goal;
    const { avoid, fallbackGateways } = past;
    if (!controls.listKnown) return null;
    if (dedicated) {
      const exit = { type: 'dedicated', ...dedicated } as const;
      const there = gateways.filter(({ id }) => id === dedicated.gatewayId);
      const wanted = there.map((gateway) => ({ ...gateway, openvpn: [], exit }));
      return connectionAttemptsTo({ wanted, fallbackGateways: [], byExit: true }, settings, controls.worked);
    }
    const sorted = gateways
      .map((gateway) => ({
        ...gateway,
        wireguardPorts: controls.ports,
        wireguardTransports: controls.transports,
      }))
      .filter(({ id }) => !controls.draining.has(id))
      .toSorted((one, other) => Number(one.id === avoid) - Number(other.id === avoid));
    const fits = ({ place }: Gateway): boolean =>
      location === null || isAutomaticLocation(location) || place.location === location;
    const destinations = {
      wanted: sorted.filter(fits),
      fallbackGateways: fallbackGateways ? sorted.filter((gateway) => !fits(gateway)) : [],
    };
    const directory = {
      destinationsFor: () => destinations,
      gatewaysFor: (entry: Goal) => sorted.filter(({ place }) => place.location === entry.location),
    };
    return attemptsFor(directory, settings, controls.worked, goal, past);
  };
  const standbyAt = (gateway: Gateway): WireguardSession | null => {
    const key = keys.current();
    if (key === null || !controls.standbyAt.has(gateway.id)) return null;
    const ticket = `ticket-for-${gateway.id}`;
    const { publicKey } = key;
    return grantedSession({ gateway, ticket, publicKey, admittance: admittanceOf(gateway) });
  };
  const candidates = (goal: Goal, past: ConnectHistory) =>
    withStandby(connectionAttemptsFor(goal, past), standbyAt);
  const tunnel = createTunnel(
    {
      firewall,
      work: (state, lifetime) => {
        running += 1;
        controls.hasOverlap ||= running > 1;
        const working = runState(
          {
            link,
            wireguard,
            openvpn,
            outerTransports,
            reach: (_host, port) => Promise.resolve(controls.reachAt(port)),
            changeEvent,
            moveHistory,
            wanted: ({ location }) => gateways.filter(({ place }) => place.location === location),
            renew: () => Promise.resolve(),
            drainingUntil: (gatewayId) => controls.draining.get(gatewayId) ?? null,
            replacements: () => controls.replacements,
            random: () => 0.5,
            access: {
              async take() {
                await Promise.resolve();
                if (controls.apiReason !== null) return err(controls.apiReason);
                const access = { username: 'user', password: 'word', tlsCryptV2ClientKey: 'key' };
                return ok({ access, fresh: true });
              },
              keep: () => Promise.resolve(),
              drop: () => undefined,
              forget: () => undefined,
            },
            probe: () => Promise.resolve(true),
            admissionEndpoint,
            tickets,
            standby: {
              async claim({ id }) {
                await Promise.resolve();
                controls.standbyAt.delete(id);
              },
            },
            keys,
            clock,
            log,
            signedIn: () => controls.signedIn,
            settings: () => settings,
            async findGateways(goal) {
              await Promise.resolve();
              // No queries are sent into an existing link: the rules block its data plane.
              if (controls.apiReason !== null || routing.raised !== null) return err('api_unreachable');
              controls.listKnown = !controls.listStale;
              controls.lists += 1;
              if (!goal.dedicated) return ok({});
              return controls.dedicated === null
                ? err('exit_unavailable')
                : ok({ dedicated: controls.dedicated });
            },
            receiveExitStatus: (_addresses, _onStatus, signal) =>
              new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
            resolveDedicatedIp: () =>
              Promise.resolve(
                controls.dedicated === null ? err('exit_unavailable' as const) : ok(controls.dedicated),
              ),
            onPeer: () => undefined,
            onEntered: () => undefined,
          },
          state,
          lifetime,
        );
        void working.then(() => {
          running -= 1;
        });
        return working;
      },
      async logoutNotice() {
        controls.logoutNotices.push(firewall.inForce?.kind ?? null);
        await Promise.resolve();
      },
      shown: () => controls.shown(),
      settings: () => settings,
      connectionAttemptsFor: candidates,
      clockFault: () => controls.clockFault,
      async remember(intent) {
        await controls.disk();
        controls.intent = intent;
      },
      clock,
      random: () => 0.5,
      after: (_, callback) => {
        timers.add(callback);
        return () => timers.delete(callback);
      },
      log,
    },
    restored?.policy ?? (adopted ? 'unknown' : null),
  );
  outerTransports.onEnd(() => tunnel.dispatch({ kind: 'device-died' }));
  return {
    tunnel,
    firewall,
    routing,
    dns,
    wireguard,
    openvpn,
    outerTransports,
    changeEvent,
    admissionEndpoint,
    file,
    keys,
    settings,
    controls,
    clock,
    link,
    links,
    connectionAttemptsFor: (goal: Goal) => candidates(goal, fresh),
    /** Ends every wait. */
    fireTimers() {
      for (const callback of [...timers]) {
        timers.delete(callback);
        callback();
      }
    },
    pauses: () => timers.size,
  };
}
