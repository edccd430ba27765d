import { describe, expect, test } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import { tunnelsUnderTest } from '../../test/tunnels-under-test.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

describe('connecting', () => {
  test('blocks first, then raises the link, then lets traffic into the tunnel', async () => {
    const field = start();
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting', 'connected']);
    expect(field.routing.raised).toMatchObject({ ipv4: '100.64.7.7' });
    expect(field.dns.servers).toEqual(['100.64.0.1']);
    expect(field.world.intent).toEqual(anywhere);
  });

  test('goes to the next gateway when one does not answer', async () => {
    const field = start();
    field.door.refusals.push('unreachable');
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.door.presented.map(({ gatewayId }) => gatewayId)).toEqual(['gateway-0', 'gateway-1']);
  });

  test('asks for a list of gateways when there is none', async () => {
    const field = start();
    field.world.listKnown = false;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
  });

  test('asks for it past a tunnel that stands, and says that nobody is there, where it says so', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    Object.assign(field.world, { listKnown: false, listStale: true });
    const outcome = await field.tunnel.connect({ location: 'jp-tyo' });
    expect(outcome).toEqual({ kind: 'failed', reason: 'location_unavailable' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
  });

  test('ends in error, held back, when no gateway of the wanted place answers, and tries again', async () => {
    const field = start();
    field.door.refusals.push('unreachable');
    field.openvpn.passing.clear();
    const outcome = await field.tunnel.connect({ location: 'jp-tyo' });
    expect(outcome).toEqual({ kind: 'failed', reason: 'gateway_unreachable' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
    expect(field.pauses()).toBe(1);
    field.fireTimers();
    await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  });

  test('waits for the user when only the user can mend it', async () => {
    const field = start();
    field.world.apiReason = 'subscription_required';
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'subscription_required' });
    expect(field.tunnel.state).toMatchObject({ kind: 'error', retryAt: null });
    expect(field.firewall.inForce?.kind).toBe('blocked');
  });

  test('makes another key, once, when the gateway says that ours is taken', async () => {
    const field = start();
    const before = await field.keys.ofThisWeek();
    field.door.refusals.push('key_taken');
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.keys.current()?.publicKey).not.toBe(before.publicKey);
    expect(field.wireguard.privateKey).toBe(field.keys.current()?.privateKey);
  });

  test('fetches a fresh ticket when the one at hand is superseded', async () => {
    const field = start();
    field.door.refusals.push('ticket_superseded');
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.world.dropped).toBe(1);
  });

  test('fails closed when a part of the link cannot be made', async () => {
    for (const part of ['routing', 'dns'] as const) {
      const field = start();
      field[part].failing = true;
      const reason = part === 'routing' ? 'routing_failed' : 'dns_failed';
      expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
      expect(field.firewall.inForce?.kind).toBe('blocked');
      expect(field.routing.raised).toBeNull();
      field[part].failing = false;
    }
  });

  test('names the full disk that keeps the resolvers from being put aside, and comes by itself when there is room', async () => {
    const field = start();
    field.dns.full = true;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'disk_full' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
    field.dns.full = false;
    field.fireTimers();
    await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  });

  test.each(['clock_ahead', 'clock_behind'] as const)(
    'blames a clock that is known to be wrong (%s) for what it explains, and nothing else',
    async (fault) => {
      const field = start();
      field.world.clockFault = fault;
      field.world.apiReason = 'api_unreachable';
      expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: fault });
      expect(field.firewall.inForce?.kind).toBe('blocked');
      field.world.apiReason = 'subscription_required';
      expect(await field.tunnel.connect(anywhere)).toEqual({
        kind: 'failed',
        reason: 'subscription_required',
      });
      // It keeps nothing from being tried, and what was set right is not waited for.
      field.world.apiReason = null;
      field.door.refusals.push('unreachable');
      expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
      expect(field.door.presented.length).toBeGreaterThan(1);
      field.world.apiReason = 'api_unreachable';
      await field.tunnel.disconnect();
      await field.tunnel.connect(anywhere);
      Object.assign(field.world, { apiReason: null, clockFault: null });
      field.fireTimers();
      await expect.poll(() => field.tunnel.state.kind).toBe('connected');
    },
  );

  test('says so when not even the block can be put in force', async () => {
    const field = start();
    field.firewall.failing = true;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'firewall_failed' });
    expect(field.tunnel.blocking).toBe(false);
    expect(field.routing.raised).toBeNull();
  });
});

test('whoever a tunnel led to can be told of its end: the rules change only after that', async () => {
  const field = start();
  await field.tunnel.connect({ location: 'nl-ams' });
  expect(field.world.farewells).toEqual([]);
  await field.tunnel.connect({ location: 'jp-tyo' });
  expect(field.world.farewells).toEqual(['connected']);
});

test('traffic is let out only when whoever watches shows that the tunnel ends', async () => {
  const field = start();
  await field.tunnel.connect(anywhere);
  const announced: string[] = [];
  field.tunnel.onChange(({ kind }) => announced.push(kind));
  const shown = Promise.withResolvers<void>();
  let asked = false;
  field.world.shown = () => {
    asked = true;
    return shown.promise;
  };
  const disconnected = field.tunnel.disconnect();
  await expect.poll(() => asked).toBe(true);
  expect(announced).toEqual(['disconnecting']);
  expect(field.routing.raised).toBeNull();
  expect(field.firewall.inForce?.kind).toBe('connected');
  shown.resolve();
  await disconnected;
  expect(field.firewall.inForce).toBeNull();
});

test('the rules of a tunnel come into force while its link is raised, and go with one that fails', async () => {
  const field = start();
  const laid = Promise.withResolvers<void>();
  field.routing.raise = () => laid.promise;
  const connecting = field.tunnel.connect(anywhere);
  await expect.poll(() => field.firewall.inForce?.kind).toBe('connected');
  expect(field.tunnel.state.kind).toBe('connecting');
  laid.reject(new Error('no routes'));
  await connecting;
  expect(field.tunnel.state).toMatchObject({ kind: 'error', reason: 'routing_failed' });
  expect(field.firewall.inForce?.kind).toBe('blocked');
});

test('a presentation goes out before the rules are written, and nothing else, and not even that where something is held back', async () => {
  const field = start();
  const atRules: unknown[] = [];
  const { apply } = field.firewall;
  field.firewall.apply = (policy) => {
    const { presented } = field.door;
    atRules.push([policy?.kind, presented.length, field.wireguard.current !== null, field.routing.raised]);
    return apply(policy);
  };
  await field.tunnel.connect({ location: 'nl-ams' });
  expect(atRules).toEqual([
    ['connecting', 1, false, null],
    ['connected', 1, false, null],
  ]);
  await field.tunnel.connect({ location: 'jp-tyo' });
  expect(atRules.map((seen) => (seen as unknown[]).slice(0, 2))).toEqual([
    ['connecting', 1],
    ['connected', 1],
    ['connecting', 1],
    ['connected', 2],
  ]);
});

test('a link is raised while the wish is written down, and nobody hears of it before that is on disk', async () => {
  const field = start();
  const disk = Promise.withResolvers<void>();
  field.world.disk = () => disk.promise;
  const connecting = field.tunnel.connect(anywhere);
  await expect.poll(() => field.wireguard.current).not.toBeNull();
  expect(field.tunnel.state.kind).toBe('disconnected');
  expect(field.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting']);
  disk.resolve();
  expect(await connecting).toEqual({ kind: 'connected' });
  expect(field.world.intent).toEqual(anywhere);
});

test('where traffic stays held back nobody is waited for', async () => {
  const field = start();
  field.settings.lockdown = true;
  await field.tunnel.connect(anywhere);
  field.world.shown = () => new Promise(() => undefined);
  await field.tunnel.disconnect();
  expect(field.firewall.inForce?.kind).toBe('blocked');
});

describe('what the user asks for last', () => {
  test('supersedes a connect that is under way', async () => {
    const field = start();
    field.wireguard.answering = false;
    const first = field.tunnel.connect(anywhere);
    await expect.poll(() => field.tunnel.state.kind).toBe('connecting');
    await field.tunnel.disconnect();
    expect(await first).toEqual({ kind: 'superseded' });
    expect(field.tunnel.state.kind).toBe('disconnected');
    expect(field.firewall.inForce).toBeNull();
  });

  test('is kept although it was asked in one breath', async () => {
    const field = start();
    const outcomes = await Promise.all([
      field.tunnel.connect({ location: 'nl-ams' }),
      field.tunnel.connect({ location: 'jp-tyo' }),
    ]);
    expect(outcomes).toEqual([{ kind: 'superseded' }, { kind: 'connected' }]);
    expect(field.tunnel.state).toMatchObject({ session: { gateway: gateways[1] } });
  });

  test('changes nothing when the tunnel leads there already', async () => {
    const field = start();
    await field.tunnel.connect({ location: 'nl-ams' });
    const applied = field.firewall.applied.length;
    expect(await field.tunnel.connect({ location: 'nl-ams' })).toEqual({ kind: 'connected' });
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.firewall.applied).toHaveLength(applied);
    expect(field.door.presented).toHaveLength(1);
  });
});

describe('a tunnel that ends by itself', () => {
  test('holds traffic back before anything else when the data plane dies, and comes back', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    field.tunnel.tell({ kind: 'device-died' });
    await field.tunnel.idle();
    expect(field.tunnel.state).toMatchObject({ kind: 'error', reason: 'tunnel_device_died' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
    field.fireTimers();
    await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  });

  test('is in error with the cause when the account may no longer connect', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    field.tunnel.tell({ kind: 'session-refused', reason: 'device_removed' });
    await field.tunnel.idle();
    expect(field.tunnel.state).toMatchObject({ kind: 'error', reason: 'device_removed', retryAt: null });
  });

  test('reports of a stay that is over are ignored', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    const { state } = field.tunnel;
    field.tunnel.tell({ kind: 'link-lost', key: 'stay-from-before' });
    field.tunnel.tell({ kind: 'session-moved', key: 'stay-from-before' });
    await field.tunnel.idle();
    expect(field.tunnel.state).toBe(state);
  });
});

describe('lockdown', () => {
  test('holds traffic back where there is no tunnel, and goes when it is switched off', async () => {
    const field = start();
    field.settings.lockdown = true;
    field.tunnel.tell({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.firewall.inForce?.kind).toBe('blocked');
    await field.tunnel.connect(anywhere);
    await field.tunnel.disconnect();
    expect(field.firewall.inForce?.kind).toBe('blocked');
    field.settings.lockdown = false;
    field.tunnel.tell({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.firewall.inForce).toBeNull();
  });
});

describe('a daemon that ends', () => {
  test('connects for no command that was under way, and waits until nothing of the tunnel is left', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    const ending = field.tunnel.end();
    const [late] = await Promise.all([field.tunnel.connect(anywhere), field.tunnel.disconnect()]);
    expect(late).toEqual({ kind: 'superseded' });
    await ending;
    expect(field.tunnel.state.kind).toBe('disconnected');
    expect([field.firewall.inForce, field.routing.raised, field.dns.servers]).toEqual([null, null, null]);
  });
});

describe('rules of an earlier process', () => {
  test('stay until the first state replaces them', async () => {
    const field = start({ adopted: true });
    expect(field.tunnel.blocking).toBe(true);
    expect(field.firewall.applied).toEqual([]);
    await field.tunnel.connect(anywhere);
    expect(field.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting', 'connected']);
  });

  test('are removed when nobody wants a tunnel', async () => {
    const field = start({ adopted: true });
    field.tunnel.tell({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.firewall.applied).toEqual([null]);
    expect(field.tunnel.blocking).toBe(false);
  });
});
