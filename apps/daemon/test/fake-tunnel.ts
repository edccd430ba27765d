import { err, manualClock, ok } from '@comet/foundation';
import type { Gateway } from '../src/gateways/gateway.ts';
import { fakeDns } from '../src/platform/dns.fake.ts';
import { fakeDoor } from '../src/platform/door.fake.ts';
import { fakeFirewall } from '../src/platform/firewall.fake.ts';
import { fakeRouting } from '../src/platform/routing.fake.ts';
import { fakeMemoryFile } from '../src/platform/state-file.fake.ts';
import { fakeWireguard } from '../src/platform/wireguard.fake.ts';
import { freshSettings } from '@comet/tunnel-protocol';
import { deviceKeys } from '../src/tickets/device-keys.ts';
import type { TicketBook } from '../src/tickets/ticket-book.ts';
import { createLink } from '../src/tunnel/link.ts';
import { createTunnel } from '../src/tunnel/machine.ts';
import { workOf } from '../src/tunnel/work.ts';

export const gateways: readonly Gateway[] = ['nl-ams', 'jp-tyo', 'us-nyc'].map((location, index) => ({
  id: `gateway-${index}`,
  place: {
    gateway: `gateway-${index}`,
    location,
    country: location.slice(0, 2).toUpperCase(),
    countryName: location,
    city: location,
  },
  serverName: `gw-${index}.gateways.comet.test`,
  address: `192.0.2.${100 + index}`,
  doorPort: 443,
  wireguardPort: 51_820,
  wireguardPublicKey: Buffer.alloc(32, index + 9).toString('base64'),
  online: true,
}));

/** A whole tunnel over fakes of every port; what they hold can be looked at and changed while it runs. */
export function fakeTunnel(options: { adopted?: boolean; signedIn?: boolean } = {}) {
  const { adopted = false, signedIn = true } = options;
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const firewall = fakeFirewall();
  if (adopted) firewall.inForce = { kind: 'blocked', allowLan: false, api: [] };
  const routing = fakeRouting();
  const dns = fakeDns();
  const wireguard = fakeWireguard(clock);
  const door = fakeDoor();
  const file = fakeMemoryFile();
  const keys = deviceKeys(file, clock);
  const settings = { ...freshSettings, api: [{ host: '203.0.113.10', port: 443 }] };
  const timers = new Set<() => void>();
  const world = {
    signedIn,
    apiReason: null as 'api_unreachable' | 'subscription_required' | 'device_removed' | null,
    listKnown: true,
    intent: null as { location: string | null } | null,
    dropped: 0,
    log: [] as string[],
  };
  const tickets: TicketBook = {
    holds: () => false,
    async take(gateway) {
      await Promise.resolve();
      return world.apiReason === null ? ok(`ticket-for-${gateway.id}`) : err(world.apiReason);
    },
    fetch: (gateway, publicKey, signal) => tickets.take(gateway, publicKey, signal),
    async drop() {
      await Promise.resolve();
      world.dropped += 1;
    },
    keep: () => Promise.resolve(ok(null)),
  };
  const log = (line: string): void => void world.log.push(line);
  const link = createLink({ wireguard, routing, dns, forgetConnections: () => undefined, log }, false);
  const tunnel = createTunnel(
    {
      firewall,
      work: (state, stay) =>
        workOf(
          {
            link,
            wireguard,
            probe: () => Promise.resolve(true),
            door,
            tickets,
            keys,
            clock,
            log,
            signedIn: () => world.signedIn,
            settings: () => settings,
            async findGateways() {
              await Promise.resolve();
              if (world.apiReason !== null) return err('api_unreachable');
              world.listKnown = true;
              return ok(null);
            },
            onPeer: () => undefined,
            onEntered: () => undefined,
          },
          state,
          stay,
        ),
      settings: () => settings,
      gatewaysFor: ({ location }, avoid) => {
        if (!world.listKnown) return null;
        const fitting = gateways.filter(
          (gateway) => location === null || gateway.place.location === location,
        );
        return fitting.toSorted((one, other) => Number(one.id === avoid) - Number(other.id === avoid));
      },
      async remember(intent) {
        await Promise.resolve();
        world.intent = intent;
      },
      clock,
      random: () => 0.5,
      after: (_, callback) => {
        timers.add(callback);
        return () => timers.delete(callback);
      },
      log,
    },
    adopted,
  );
  return {
    tunnel,
    firewall,
    routing,
    dns,
    wireguard,
    door,
    file,
    keys,
    settings,
    world,
    clock,
    link,
    /** Lets every pause end. */
    fireTimers() {
      for (const callback of [...timers]) {
        timers.delete(callback);
        callback();
      }
    },
    pauses: () => timers.size,
  };
}
