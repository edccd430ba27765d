import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { PeerStatus } from '@comet/linux-network';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';
import { fakeDns } from '../../platform/dns/dns.fake.ts';
import { fakeFirewall } from '../../platform/firewall/firewall.fake.ts';
import type { SavedSession } from '../../platform/saved-session/saved-session.ts';
import { fakeRouting } from '../../platform/routing/routing.fake.ts';
import { fakeWireguard } from '../../platform/wireguard/wireguard.fake.ts';
import { prepareAttempt } from './prepare-attempt.ts';
import { restoreSession, waitForHandshake } from './connect-granted.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

/** The session that a daemon saves for a connect without a location, as read from its file. */
async function savedStart(): Promise<SavedSession> {
  const { controls, keys, file, connectionAttemptsFor, links, clock } = fakeTunnel();
  controls.standbyAt.add('gateway-0');
  await keys.ofThisWeek();
  const account = { accessToken: 't', email: 'a@b.example', deviceId: 'd', deviceName: 'n' };
  const daemonState = { ...file.current, account };
  const starts = prepareAttempt({
    daemonState,
    connectionAttemptsFor,
    links,
    version: '1',
    now: clock.now(),
  });
  return JSON.parse(JSON.stringify(starts?.starts[0])) as SavedSession;
}

function parts() {
  const done: string[] = [];
  const [firewall, wireguard, routing, dns] = [fakeFirewall(), fakeWireguard(), fakeRouting(), fakeDns()];
  const noting = <A extends unknown[], R>(name: string, work: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      done.push(`${name} begins`);
      const result = await work(...given);
      done.push(`${name} ends`);
      return result;
    };
  };
  firewall.apply = noting('rules', firewall.apply);
  wireguard.setPeer = noting('peer', wireguard.setPeer);
  routing.raise = noting('routes', routing.raise);
  dns.use = noting('resolvers', dns.use);
  return { done, firewall, wireguard, routing, dns };
}

describe('a saved session', () => {
  test('is up once the gateway has responded, and has no route before its rules are in force', async () => {
    const given = parts();
    expect(await restoreSession(given, await savedStart(), 'private')).toBe(true);
    const { done } = given;
    for (const later of ['routes begins', 'resolvers begins'])
      expect(done.indexOf(later)).toBeGreaterThan(done.indexOf('rules ends'));
    expect(given.firewall.inForce).toMatchObject({ kind: 'connected' });
    expect(given.wireguard.privateKey).toBe('private');
    expect(given.routing.raised).not.toBeNull();
    expect(given.dns.servers).not.toBeNull();
  });

  test.each(['rules', 'device', 'routes', 'resolvers'])(
    'that fails at its %s has no pending step',
    async (what) => {
      const given = parts();
      if (what === 'rules') given.firewall.failing = true;
      if (what === 'device') given.wireguard.failing = true;
      if (what === 'routes') given.routing.failing = true;
      if (what === 'resolvers') given.dns.failing = true;
      const { use } = given.dns;
      given.dns.use = async (...words) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await use(...words);
      };
      await expect(restoreSession(given, await savedStart(), 'private')).rejects.toThrow(/no|read-only/);
      const started = given.done.filter((step) => step.endsWith('begins')).length;
      const failed = given.done.filter((step) => step.endsWith('ends')).length;
      expect(started - failed).toBe(what === 'device' ? 0 : 1);
      const before = given.done.length;
      await new Promise((resolve) => setTimeout(resolve, 40));
      expect(given.done).toHaveLength(before);
    },
  );

  test('is not up without a response of the gateway', async () => {
    const given = parts();
    given.wireguard.responding = false;
    expect(await restoreSession(given, await savedStart(), 'private')).toBe(false);
  });
});

describe('a daemon with a restored session', () => {
  test('reaches the same session without a change, and removes all of it at a disconnect', async () => {
    const restored = await savedStart();
    const harness = start({ restored });
    await harness.keys.ofThisWeek();
    harness.controls.standbyAt.add('gateway-0');
    let lowered = 0;
    const { lower } = harness.routing;
    harness.routing.lower = () => ((lowered += 1), lower());
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.firewall.applied).toEqual([]);
    expect(lowered).toBe(0);
    expect(harness.admissionEndpoint.presented).toEqual([]);
    expect(harness.wireguard.current).toMatchObject({ publicKey: restored.peer.publicKey });
    await harness.tunnel.disconnect();
    expect(harness.firewall.inForce).toBeNull();
    expect([harness.routing.raised, harness.wireguard.current, harness.dns.servers]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test.each(['the session does not stand by any more', 'another place is wanted'])(
    'removes it behind its rules first if %s',
    async (what) => {
      const harness = start({ restored: await savedStart() });
      await harness.keys.ofThisWeek();
      const goal = what.startsWith('another') ? { location: 'jp-tyo' } : anywhere;
      const rulesWhenLowered: (string | undefined)[] = [];
      const { lower } = harness.routing;
      harness.routing.lower = () => {
        rulesWhenLowered.push(harness.firewall.inForce?.kind);
        return lower();
      };
      expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'connected' });
      expect(rulesWhenLowered[0]).toBe('connecting');
      expect(harness.firewall.applied.at(-1)).toMatchObject({ kind: 'connected' });
      expect(harness.admissionEndpoint.presented).toHaveLength(1);
    },
  );

  test('removes everything without a goal', async () => {
    const harness = start({ restored: await savedStart() });
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    expect(harness.firewall.inForce).toBeNull();
  });
});

describe('the wait for a handshake', () => {
  const never = new AbortController().signal;
  const waiting: PeerStatus = {
    ...{ publicKey: 'key', endpoint: null, allowedIps: [] },
    ...{ rxBytes: 0, txBytes: 0, lastHandshake: null },
  };

  /** A device of which every poll takes 20 ms, as on a busy machine; it has the response from poll number `from`. */
  function slowDevice(from: number) {
    let polls = 0;
    const responded = { ...waiting, lastHandshake: 1_800_000_000 };
    const device = {
      async peer() {
        polls += 1;
        await sleep(20);
        return polls >= from ? responded : waiting;
      },
    };
    return { device, polls: () => polls };
  }

  test('ends with its timeout although polls are slow', async () => {
    const { device, polls } = slowDevice(Infinity);
    expect(await waitForHandshake(device, never, 100)).toBe(false);
    expect(polls()).toBeLessThanOrEqual(6);
  });

  test('finds a response that arrived while the process was busy until the timeout', async () => {
    const { device } = slowDevice(2);
    expect(await waitForHandshake(device, never, 10)).toBe(true);
  });
});
