import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { field as addresses } from '../fleet/addresses.ts';
import { fieldStartedAnew } from '../fleet/test-network-fixture.ts';
import {
  savedSession,
  savedSessionOf,
  receivedAtOnce,
  partWithSavedSession,
  tell,
  wishOf,
} from '../first-moments.ts';
import { traces, watchCable } from '../simulation/traces.ts';

const field = fieldStartedAnew();

test('a daemon killed after its reply leaves nothing open, and the next one continues', async () => {
  const cable = await watchCable(field);
  const { started } = await savedSession(field);
  await field.endDaemon('SIGKILL');
  expect(await started).not.toContain('listening on');
  expect(existsSync(wishOf(field))).toBe(true);
  expect(await field.hasTable()).toBe(true);
  expect(await field.seenAs()).not.toBe(addresses.client);
  await field.startDaemon();
  await field.reaches('connected');
  expect(await field.seenAs()).toBe(addresses.lease4);
  expect(await cable.seen()).toBe('');
  await cable.end();
  expect(existsSync(wishOf(field))).toBe(false);
});

describe('a daemon that cannot be loaded', () => {
  const env = { COMET_TRUST: '/nowhere/trust.json' };

  test('leaves a reported tunnel, and the next daemon continues it, without a leak', async () => {
    const cable = await watchCable(field);
    const { before, started } = await savedSession(field, ['connect'], env);
    expect(await started).toContain('trust anchors');
    expect(field.exitCode).toBe(1);
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.startDaemon();
    await field.reaches('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    expect(await cable.seen()).toBe('');
    await cable.end();
    await field.comet('disconnect');
    expect(await traces(field)).toBe(before);
  });

  test('removes a failed tunnel, and leaves no process', async () => {
    await receivedAtOnce(field, 'the gateway does not answer', async () => {
      await partWithSavedSession(field);
      await field.set({ peerRemoved: true });
      await field.set({ peerRemoved: false });
      const before = await traces(field);
      const started = field.startDaemon(env).catch(() => 'ended');
      expect(await tell(field, 'connect')).toMatchObject({ said: '', exitCode: null });
      expect(await started).toBe('ended');
      expect(field.exitCode).toBe(1);
      expect(await traces(field)).toBe(before);
      expect((await field.inClient('ip', '-brief', 'link')).stdout).not.toContain(field.link);
      const present = () => execFileSync('ip', ['netns', 'pids', field.client], { encoding: 'utf8' });
      await expect.poll(present, { timeout: 10_000 }).toBe('');
    });
    await field.startDaemon();
    expect((await field.snapshot()).tunnel.state).toBe('disconnected');
  });
});

test('a daemon that is ended before it is loaded leaves nothing', async () => {
  const { before, started } = await savedSession(field);
  await field.endDaemon('SIGTERM');
  await started;
  expect(await traces(field)).toBe(before);
  expect(field.exitCode).toBe(0);
  await field.startDaemon();
  expect((await field.snapshot()).tunnel.state).toBe('disconnected');
});

test.each([
  ['lockdown', ['lockdown', 'on'], ['lockdown', 'off']],
  ['automatic connection', ['set', 'auto-connect', 'on'], ['set', 'auto-connect', 'off']],
  ['split tunnelling', ['split', 'exclude'], ['split', 'off']],
])('with %s on, nothing is left for the next start', async (_, on, off) => {
  await partWithSavedSession(field);
  await field.startDaemon();
  // Before the setting: under lockdown no ticket reaches a gateway.
  await field.standsBy();
  expect(await field.comet(...on)).toMatchObject({ code: 0 });
  try {
    await field.endDaemon('SIGTERM');
    expect(existsSync(savedSessionOf(field))).toBe(false);
    await field.startDaemon();
  } finally {
    expect(await field.comet(...off)).toMatchObject({ code: 0 });
    await field.comet('disconnect');
  }
});
