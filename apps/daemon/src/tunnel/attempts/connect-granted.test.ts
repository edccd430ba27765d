import { describe, expect, test } from 'vitest';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';
import { fakeDns } from '../../platform/dns/dns.fake.ts';
import { fakeFirewall } from '../../platform/firewall/firewall.fake.ts';
import type { SavedSession } from '../../platform/saved-session/saved-session.ts';
import { fakeRouting } from '../../platform/routing/routing.fake.ts';
import { fakeWireguard } from '../../platform/wireguard/wireguard.fake.ts';
import { prepareAttempt } from './prepare-attempt.ts';
import { restoreSession } from './connect-granted.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

/** The session that a daemon saves for a connect without a location, as read from its file. */
async function foreseen(): Promise<SavedSession> {
  const { world, keys, file, connectionAttemptsFor, links, clock } = fakeTunnel();
  world.standbyAt.add('gateway-0');
  await keys.ofThisWeek();
  const account = { accessToken: 't', email: 'a@b.example', deviceId: 'd', deviceName: 'n' };
  const memory = { ...file.current, account };
  const starts = prepareAttempt({ memory, connectionAttemptsFor, links, version: '1', now: clock.now() });
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
  test('is up when the gateway has responded, and has no route before its rules are in force', async () => {
    const given = parts();
    expect(await restoreSession(given, await foreseen(), 'private')).toBe(true);
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
      await expect(restoreSession(given, await foreseen(), 'private')).rejects.toThrow(/no|read-only/);
      const begun = given.done.filter((step) => step.endsWith('begins')).length;
      const failed = given.done.filter((step) => step.endsWith('ends')).length;
      expect(begun - failed).toBe(what === 'device' ? 0 : 1);
      const before = given.done.length;
      await new Promise((resolve) => setTimeout(resolve, 40));
      expect(given.done).toHaveLength(before);
    },
  );

  test('is not up without a response of the gateway', async () => {
    const given = parts();
    given.wireguard.answering = false;
    expect(await restoreSession(given, await foreseen(), 'private')).toBe(false);
  });
});

describe('a daemon with a restored session', () => {
  test('reaches the same session without a change, and removes all of it at a disconnect', async () => {
    const ahead = await foreseen();
    const field = start({ ahead });
    await field.keys.ofThisWeek();
    field.world.standbyAt.add('gateway-0');
    let lowered = 0;
    const { lower } = field.routing;
    field.routing.lower = () => ((lowered += 1), lower());
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.firewall.applied).toEqual([]);
    expect(lowered).toBe(0);
    expect(field.admissionEndpoint.presented).toEqual([]);
    expect(field.wireguard.current).toMatchObject({ publicKey: ahead.peer.publicKey });
    await field.tunnel.disconnect();
    expect(field.firewall.inForce).toBeNull();
    expect([field.routing.raised, field.wireguard.current, field.dns.servers]).toEqual([null, null, null]);
  });

  test.each(['the session does not stand by any more', 'another place is wanted'])(
    'removes it behind its rules first if %s',
    async (what) => {
      const field = start({ ahead: await foreseen() });
      await field.keys.ofThisWeek();
      const goal = what.startsWith('another') ? { location: 'jp-tyo' } : anywhere;
      const rulesWhenLowered: (string | undefined)[] = [];
      const { lower } = field.routing;
      field.routing.lower = () => {
        rulesWhenLowered.push(field.firewall.inForce?.kind);
        return lower();
      };
      expect(await field.tunnel.connect(goal)).toEqual({ kind: 'connected' });
      expect(rulesWhenLowered[0]).toBe('connecting');
      expect(field.firewall.applied.at(-1)).toMatchObject({ kind: 'connected' });
      expect(field.admissionEndpoint.presented).toHaveLength(1);
    },
  );

  test('removes everything without a goal', async () => {
    const field = start({ ahead: await foreseen() });
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.firewall.inForce).toBeNull();
  });
});
