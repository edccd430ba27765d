import { expect, test } from 'vitest';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

/** What a tunnel does before what else, as its rules, its link, the disk and who watches see it. */

const start = tunnelsUnderTest();
const anywhere = { location: null };

test('the tunnel’s gateway can be notified of its end: the rules change only after that', async () => {
  const field = start();
  await field.tunnel.connect({ location: 'nl-ams' });
  expect(field.world.logoutNotices).toEqual([]);
  await field.tunnel.connect({ location: 'jp-tyo' });
  expect(field.world.logoutNotices).toEqual(['connected']);
});

test('traffic is released only when watching clients show that the tunnel ends', async () => {
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

test('sends only the presentation before the rules are applied, and not even that while traffic is blocked', async () => {
  const field = start();
  const atRules: unknown[] = [];
  const { apply } = field.firewall;
  field.firewall.apply = (policy) => {
    const { presented } = field.admissionEndpoint;
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

test('raises the link while the goal is being stored, and replies only when that is on disk', async () => {
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

test('does not wait for clients while traffic stays blocked', async () => {
  const field = start();
  field.settings.lockdown = true;
  await field.tunnel.connect(anywhere);
  field.world.shown = () => new Promise(() => undefined);
  await field.tunnel.disconnect();
  expect(field.firewall.inForce?.kind).toBe('blocked');
});
