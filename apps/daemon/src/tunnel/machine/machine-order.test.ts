import { expect, test } from 'vitest';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

/** The order of a tunnel's steps, as its rules, its link, the disk and the watching clients observe it. */

const start = tunnelsUnderTest();
const anywhere = { location: null };

test('notifies the gateway of the tunnel’s end before the rules change', async () => {
  const harness = start();
  await harness.tunnel.connect({ location: 'nl-ams' });
  expect(harness.controls.logoutNotices).toEqual([]);
  await harness.tunnel.connect({ location: 'jp-tyo' });
  expect(harness.controls.logoutNotices).toEqual(['connected']);
});

test('unblocks traffic only after watching clients show that the tunnel ends', async () => {
  const harness = start();
  await harness.tunnel.connect(anywhere);
  const announced: string[] = [];
  harness.tunnel.onChange(({ kind }) => announced.push(kind));
  const shown = Promise.withResolvers<void>();
  let isCalled = false;
  harness.controls.shown = () => {
    isCalled = true;
    return shown.promise;
  };
  const disconnected = harness.tunnel.disconnect();
  await expect.poll(() => isCalled).toBe(true);
  expect(announced).toEqual(['disconnecting']);
  expect(harness.routing.raised).toBeNull();
  expect(harness.firewall.inForce?.kind).toBe('connected');
  shown.resolve();
  await disconnected;
  expect(harness.firewall.inForce).toBeNull();
});

test('applies the rules of a tunnel while its link is raised, and removes them if that fails', async () => {
  const harness = start();
  const laid = Promise.withResolvers<void>();
  harness.routing.raise = () => laid.promise;
  const connecting = harness.tunnel.connect(anywhere);
  await expect.poll(() => harness.firewall.inForce?.kind).toBe('connected');
  expect(harness.tunnel.state.kind).toBe('connecting');
  laid.reject(new Error('no routes'));
  await connecting;
  expect(harness.tunnel.state).toMatchObject({ kind: 'error', reason: 'routing_failed' });
  expect(harness.firewall.inForce?.kind).toBe('blocked');
});

test('sends only the presentation before the rules are applied, and not even that while traffic is blocked', async () => {
  const harness = start();
  const atRules: unknown[] = [];
  const { apply } = harness.firewall;
  harness.firewall.apply = (policy) => {
    const { presented } = harness.admissionEndpoint;
    atRules.push([
      policy?.kind,
      presented.length,
      harness.wireguard.current !== null,
      harness.routing.raised,
    ]);
    return apply(policy);
  };
  await harness.tunnel.connect({ location: 'nl-ams' });
  expect(atRules).toEqual([
    ['connecting', 1, false, null],
    ['connected', 1, false, null],
  ]);
  await harness.tunnel.connect({ location: 'jp-tyo' });
  expect(atRules.map((seen) => (seen as unknown[]).slice(0, 2))).toEqual([
    ['connecting', 1],
    ['connected', 1],
    ['connecting', 1],
    ['connected', 2],
  ]);
});

test('raises the link while the goal is being stored, and replies only when it is on disk', async () => {
  const harness = start();
  const disk = Promise.withResolvers<void>();
  harness.controls.disk = () => disk.promise;
  const connecting = harness.tunnel.connect(anywhere);
  await expect.poll(() => harness.wireguard.current).not.toBeNull();
  expect(harness.tunnel.state.kind).toBe('disconnected');
  expect(harness.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting']);
  disk.resolve();
  expect(await connecting).toEqual({ kind: 'connected' });
  expect(harness.controls.intent).toEqual(anywhere);
});

test('does not wait for clients while traffic stays blocked', async () => {
  const harness = start();
  harness.settings.lockdown = true;
  await harness.tunnel.connect(anywhere);
  harness.controls.shown = () => new Promise(() => undefined);
  await harness.tunnel.disconnect();
  expect(harness.firewall.inForce?.kind).toBe('blocked');
});
