import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field as addresses } from './fleet/addresses.ts';
import { signedInField } from './fleet/test-network-fixture.ts';
import { keepIntent, keptState, readStateFile } from './fleet/kept-state.ts';
import { connectByGateway, seenWhile } from './traffic.ts';
import { usualSwitches } from './fleet/switches.ts';

const field = signedInField();

beforeEach(() => field.set(usualSwitches()));

describe('an API that is away', () => {
  test('does not end a tunnel, and does not keep a new one from being made', async () => {
    await connectByGateway(field);
    await expect.poll(() => readStateFile(field)).not.toContain('"standbyTickets": []');
    await field.set({ apiDown: true });
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
    await connectByGateway(field);
    await field.comet('disconnect');
  });
});

describe('a prepared session', () => {
  test('lets the next connect skip the admission endpoint, also after a restart', async () => {
    await connectByGateway(field);
    await field.comet('disconnect');
    await field.standsBy();
    const { presentations } = await field.set({});
    await connectByGateway(field);
    expect((await field.set({})).presentations).toBe(presentations);
    await field.comet('disconnect');
    await field.standsBy();
    await field.endDaemon('SIGTERM');
    const { presentations: atEnd } = await field.set({});
    expect(atEnd).toBe(presentations + 1);
    // It connects automatically at once, before other work.
    await keepIntent(field, { location: 'nl-ams' });
    await field.startDaemon();
    await expect.poll(async () => (await field.snapshot()).tunnel.state).toBe('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    expect((await field.set({})).presentations).toBe(atEnd);
  });

  test('is not gone by after a daemon was killed while it was used', async () => {
    await field.endDaemon('SIGKILL');
    await field.startDaemon();
    await expect.poll(async () => (await field.snapshot()).tunnel.state).toBe('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
  });
});

describe('refusals at the admission endpoint', () => {
  afterEach(() => field.comet('disconnect'));

  test('that a fresh ticket resolves are not shown to the user', async () => {
    await field.refuse('ticket_superseded');
    await connectByGateway(field);
  });

  test('that another key resolves are not shown to the user', async () => {
    const before = (await keptState(field)).key.publicKey;
    await field.refuse('key_taken');
    await connectByGateway(field);
    expect((await keptState(field)).key.publicKey).not.toBe(before);
  });

  test('by the account return to disconnected with their cause, and stay blocked under lockdown', async () => {
    await field.refuse('ticket_revoked', { ticketRefusal: '403 subscription_required' });
    const refused = await field.comet('connect', 'nl-ams');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('no active subscription. Traffic leaves this machine unprotected.');
    expect((await field.comet('status')).stdout).toContain('no active subscription');
    expect(await field.seenAs()).toBe(addresses.client);
    expect(await field.hasTable()).toBe(false);
    await field.comet('lockdown', 'on');
    expect((await field.comet('connect', 'nl-ams')).stderr).toContain('Traffic is held back.');
    expect(await field.seenAs()).toBeNull();
    await field.comet('disconnect');
    await field.comet('lockdown', 'off');
    expect(await field.seenAs()).toBe(addresses.client);
  });
});

test.each([
  [12, 'seems to be behind the time'],
  [-12, 'seems to be ahead of the time'],
])(
  'a clock against which answers are dated %i hours later is told as the cause, until it is right',
  async (hoursAhead, words) => {
    // Earlier refusals are cleared.
    await field.set({ ticketRefusal: null, peerRemoved: false });
    await connectByGateway(field);
    await field.comet('disconnect');
    // All of them: a renewal in the background presents tickets too.
    const admissionRefusals = Array.from({ length: 50 }, () => 'ticket_revoked');
    await field.refuse('ticket_revoked', {
      ticketRefusal: '503 internal_error',
      hoursAhead,
      admissionRefusals,
    });
    const refused = await field.comet('connect', 'nl-ams');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain(words);
    expect(await field.seenAs()).toBeNull();
    await field.set({ apiDown: true });
    expect((await field.comet('account')).stderr).toContain(words);
    await field.set({
      ...{ apiDown: false, ticketRefusal: null, hoursAhead: 0, peerRemoved: false },
      admissionRefusals: [],
    });
    await field.reaches('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
  },
);

test('a session that nears its end is renewed in place', async () => {
  await field.comet('logout');
  await field.logIn();
  await field.set({ sessionSeconds: 10 });
  await connectByGateway(field);
  const before = await field.set({});
  const { since } = (await field.snapshot()).tunnel;
  await expect
    .poll(async () => (await field.set({})).presentations, { timeout: 20_000 })
    .toBeGreaterThan(before.presentations);
  expect((await field.snapshot()).tunnel).toMatchObject({ state: 'connected', since });
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('disconnect');
});

test('a device that was removed ends in error with that cause, and nothing leaves', async () => {
  await connectByGateway(field);
  await field.set({
    peerRemoved: true,
    admissionRefusals: ['ticket_revoked'],
    ticketRefusal: '404 not_found',
  });
  const seen = await seenWhile(field, async () => (await field.snapshot()).tunnel.state === 'error');
  expect(seen).not.toContain(addresses.client);
  await expect
    .poll(async () => (await field.snapshot()).tunnel)
    .toMatchObject({ state: 'error', reason: 'device_removed', retryAt: null, blocking: true });
  expect(await field.seenAs()).toBeNull();
  expect((await field.comet('status')).stdout).toContain('`comet disconnect` lets traffic out');
  await field.comet('disconnect');
  expect(await field.seenAs()).toBe(addresses.client);
});

test('logout gives up the place at the gateway and forgets the account, the key and the tickets', async () => {
  await connectByGateway(field);
  const { releases } = await field.set({});
  expect((await field.comet('logout')).code).toBe(0);
  await sleep(100);
  expect((await field.set({})).releases).toBe(releases + 1);
  expect(await keptState(field)).toMatchObject({ account: null, standbyTickets: [], intent: null });
  expect(await field.seenAs()).toBe(addresses.client);
});
