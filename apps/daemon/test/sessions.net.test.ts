import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';
import { keepIntent, keptState, readStateFile } from './fleet/kept-state.ts';
import { connectByGateway, seenWhile } from './traffic.ts';
import { usualSwitches } from './fleet/switches.ts';

const network = signedInTestNetwork();

beforeEach(() => network.set(usualSwitches()));

describe('an unreachable API', () => {
  test('does not end a tunnel, and does not prevent a new one', async () => {
    await connectByGateway(network);
    await expect.poll(() => readStateFile(network)).not.toContain('"standbyTickets": []');
    await network.set({ apiDown: true });
    expect(await network.seenAs()).toBe(addresses.lease4);
    await network.comet('disconnect');
    await connectByGateway(network);
    await network.comet('disconnect');
  });
});

describe('a prepared session', () => {
  test('lets the next connect skip the admission endpoint, also after a restart', async () => {
    await connectByGateway(network);
    await network.comet('disconnect');
    await network.waitForStandby();
    const { presentations } = await network.set({});
    await connectByGateway(network);
    expect((await network.set({})).presentations).toBe(presentations);
    await network.comet('disconnect');
    await network.waitForStandby();
    await network.endDaemon('SIGTERM');
    const { presentations: atEnd } = await network.set({});
    expect(atEnd).toBe(presentations + 1);
    // It connects at once, before other work.
    await keepIntent(network, { location: 'nl-ams' });
    await network.startDaemon();
    await expect.poll(async () => (await network.snapshot()).tunnel.state).toBe('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
    expect((await network.set({})).presentations).toBe(atEnd);
  });

  test('is not used after a daemon was killed during its use', async () => {
    await network.endDaemon('SIGKILL');
    await network.startDaemon();
    await expect.poll(async () => (await network.snapshot()).tunnel.state).toBe('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
    await network.comet('disconnect');
  });
});

describe('refusals at the admission endpoint', () => {
  afterEach(() => network.comet('disconnect'));

  test('that a fresh ticket resolves are not shown to the user', async () => {
    await network.refuse('ticket_superseded');
    await connectByGateway(network);
  });

  test('that another key resolves are not shown to the user', async () => {
    const before = (await keptState(network)).key.publicKey;
    await network.refuse('key_taken');
    await connectByGateway(network);
    expect((await keptState(network)).key.publicKey).not.toBe(before);
  });

  test('by the account return to disconnected with their cause, and stay blocked under lockdown', async () => {
    await network.refuse('ticket_revoked', { ticketRefusal: '403 subscription_required' });
    const refused = await network.comet('connect', 'nl-ams');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('no active plan. Your traffic is unprotected.');
    expect((await network.comet('status')).stdout).toContain('no active plan');
    expect(await network.seenAs()).toBe(addresses.client);
    expect(await network.hasTable()).toBe(false);
    await network.comet('lockdown', 'on');
    expect((await network.comet('connect', 'nl-ams')).stderr).toContain('Your traffic is blocked.');
    expect(await network.seenAs()).toBeNull();
    await network.comet('disconnect');
    await network.comet('lockdown', 'off');
    expect(await network.seenAs()).toBe(addresses.client);
  });
});

test.each([
  [12, 'seems to be slow'],
  [-12, 'seems to be fast'],
])(
  'reports the clock as the cause if responses are dated %i hours later, until it is correct',
  async (hoursAhead, words) => {
    // Earlier refusals are cleared.
    await network.set({ ticketRefusal: null, peerRemoved: false });
    await connectByGateway(network);
    await network.comet('disconnect');
    // All requests: a renewal in the background presents tickets too.
    const admissionRefusals = Array.from({ length: 50 }, () => 'ticket_revoked');
    await network.refuse('ticket_revoked', {
      ticketRefusal: '503 internal_error',
      hoursAhead,
      admissionRefusals,
    });
    const refused = await network.comet('connect', 'nl-ams');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain(words);
    expect(await network.seenAs()).toBeNull();
    await network.set({ apiDown: true });
    expect((await network.comet('account')).stderr).toContain(words);
    await network.set({
      ...{ apiDown: false, ticketRefusal: null, hoursAhead: 0, peerRemoved: false },
      admissionRefusals: [],
    });
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
    await network.comet('disconnect');
  },
);

test('renews a session in place before it expires', async () => {
  await network.comet('logout');
  await network.logIn();
  await network.set({ sessionSeconds: 10 });
  await connectByGateway(network);
  const before = await network.set({});
  const { since } = (await network.snapshot()).tunnel;
  await expect
    .poll(async () => (await network.set({})).presentations, { timeout: 20_000 })
    .toBeGreaterThan(before.presentations);
  expect((await network.snapshot()).tunnel).toMatchObject({ state: 'connected', since });
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.comet('disconnect');
});

test('a removed device ends in an error with that cause, and no traffic leaves', async () => {
  await connectByGateway(network);
  await network.set({
    peerRemoved: true,
    admissionRefusals: ['ticket_revoked'],
    ticketRefusal: '404 not_found',
  });
  const seen = await seenWhile(network, async () => (await network.snapshot()).tunnel.state === 'error');
  expect(seen).not.toContain(addresses.client);
  await expect
    .poll(async () => (await network.snapshot()).tunnel)
    .toMatchObject({ state: 'error', reason: 'device_removed', retryAt: null, blocking: true });
  expect(await network.seenAs()).toBeNull();
  expect((await network.comet('status')).stdout).toContain('use `comet disconnect`');
  await network.comet('disconnect');
  expect(await network.seenAs()).toBe(addresses.client);
});

test('logout releases the session at the gateway and deletes the account, the key and the tickets', async () => {
  await connectByGateway(network);
  const { releases } = await network.set({});
  expect((await network.comet('logout')).code).toBe(0);
  await sleep(100);
  expect((await network.set({})).releases).toBe(releases + 1);
  expect(await keptState(network)).toMatchObject({ account: null, standbyTickets: [], intent: null });
  expect(await network.seenAs()).toBe(addresses.client);
});
