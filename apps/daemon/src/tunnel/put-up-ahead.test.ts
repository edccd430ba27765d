import { describe, expect, test } from 'vitest';
import { fakeTunnel } from '../../test/fake-tunnel.ts';
import { tunnelsUnderTest } from '../../test/tunnels-under-test.ts';
import { fakeDns } from '../platform/dns.fake.ts';
import { fakeFirewall } from '../platform/firewall.fake.ts';
import type { HeadStart } from '../platform/head-start.ts';
import { fakeRouting } from '../platform/routing.fake.ts';
import { fakeWireguard } from '../platform/wireguard.fake.ts';
import { foresee } from './foresee.ts';
import { putUpAhead } from './put-up-ahead.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

/** What a daemon that knows of one session leaves for a connect without a place, as it comes back from its file. */
async function foreseen(): Promise<HeadStart> {
  const { world, keys, file, approachesFor, links, clock } = fakeTunnel();
  world.standbyAt.add('gateway-0');
  await keys.ofThisWeek();
  const account = { accessToken: 't', email: 'a@b.example', deviceId: 'd', deviceName: 'n' };
  const memory = { ...file.current, account };
  const starts = foresee({ memory, approachesFor, links, version: '1', now: clock.now() });
  return JSON.parse(JSON.stringify(starts?.starts[0])) as HeadStart;
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

describe('a head start', () => {
  test('is up when the gateway has answered, and leads nowhere before its rules hold', async () => {
    const given = parts();
    expect(await putUpAhead(given, await foreseen(), 'private')).toBe(true);
    const { done } = given;
    for (const later of ['routes begins', 'resolvers begins'])
      expect(done.indexOf(later)).toBeGreaterThan(done.indexOf('rules ends'));
    expect(given.firewall.inForce).toMatchObject({ kind: 'connected' });
    expect(given.wireguard.privateKey).toBe('private');
    expect(given.routing.raised).not.toBeNull();
    expect(given.dns.servers).not.toBeNull();
  });

  test.each(['rules', 'device', 'routes', 'resolvers'])(
    'that fails at its %s has nothing under way',
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
      await expect(putUpAhead(given, await foreseen(), 'private')).rejects.toThrow(/no|read-only/);
      const begun = given.done.filter((step) => step.endsWith('begins')).length;
      const failed = given.done.filter((step) => step.endsWith('ends')).length;
      expect(begun - failed).toBe(what === 'device' ? 0 : 1);
      const before = given.done.length;
      await new Promise((resolve) => setTimeout(resolve, 40));
      expect(given.done).toHaveLength(before);
    },
  );

  test('whose gateway is silent is not up', async () => {
    const given = parts();
    given.wireguard.answering = false;
    expect(await putUpAhead(given, await foreseen(), 'private')).toBe(false);
  });
});

describe('the daemon that finds one up', () => {
  test('comes to the same session without touching anything, and takes all of it down when asked', async () => {
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
    expect(field.door.presented).toEqual([]);
    expect(field.wireguard.current).toMatchObject({ publicKey: ahead.peer.publicKey });
    await field.tunnel.disconnect();
    expect(field.firewall.inForce).toBeNull();
    expect([field.routing.raised, field.wireguard.current, field.dns.servers]).toEqual([null, null, null]);
  });

  test.each(['the session does not stand by any more', 'another place is wanted'])(
    'takes it down behind its rules first where %s',
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
      expect(field.door.presented).toHaveLength(1);
    },
  );

  test('lets everything go where nobody wants a tunnel', async () => {
    const field = start({ ahead: await foreseen() });
    field.tunnel.tell({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.firewall.inForce).toBeNull();
  });
});
