import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addresses } from '../fleet/addresses.ts';
import { restartedTestNetwork } from '../fleet/test-network-fixture.ts';
import {
  connectAtStart,
  savedSessionFile,
  retryUntilEarly,
  stopWithSavedSession,
  runEarlyCommand,
  recordedGoalFile,
} from '../early-commands.ts';
import { networkState, captureLeaks } from '../simulation/network-state.ts';

const network = restartedTestNetwork();

test('a daemon killed after its reply leaves no traffic unprotected, and the next one continues', async () => {
  const leakedPackets = await captureLeaks(network);
  const { started } = await connectAtStart(network);
  await network.endDaemon('SIGKILL');
  expect(await started).not.toContain('"Listening"');
  expect(existsSync(recordedGoalFile(network))).toBe(true);
  expect(await network.hasTable()).toBe(true);
  expect(await network.seenAs()).not.toBe(addresses.client);
  await network.startDaemon();
  await network.reaches('connected');
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect(await leakedPackets()).toBe('');
  expect(existsSync(recordedGoalFile(network))).toBe(false);
});

describe('a daemon that cannot be loaded', () => {
  const env = { COMET_TRUST: '/nowhere/trust.json' };

  test('leaves a reported tunnel, and the next daemon continues it, without a leak', async () => {
    const leakedPackets = await captureLeaks(network);
    const { before, started } = await connectAtStart(network, ['connect'], env);
    expect(await started).toContain('trust anchors');
    expect(network.exitCode).toBe(1);
    expect(await network.seenAs()).toBe(addresses.lease4);
    await network.startDaemon();
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
    expect(await leakedPackets()).toBe('');
    await network.comet('disconnect');
    expect(await networkState(network)).toBe(before);
  });

  test('removes a failed tunnel, and leaves no process', async () => {
    await retryUntilEarly(network, 'the gateway does not answer', async () => {
      await stopWithSavedSession(network);
      await network.set({ peerRemoved: true });
      await network.set({ peerRemoved: false });
      const before = await networkState(network);
      const started = network.startDaemon(env).catch(() => 'ended');
      expect(await runEarlyCommand(network, 'connect')).toMatchObject({ stdout: '', exitCode: null });
      expect(await started).toBe('ended');
      expect(network.exitCode).toBe(1);
      expect(await networkState(network)).toBe(before);
      expect((await network.inClient('ip', '-brief', 'link')).stdout).not.toContain(network.link);
      const present = () => execFileSync('ip', ['netns', 'pids', network.client], { encoding: 'utf8' });
      await expect.poll(present, { timeout: 10_000 }).toBe('');
    });
    await network.startDaemon();
    expect((await network.snapshot()).tunnel.state).toBe('disconnected');
  });
});

test('a daemon that ends before it is loaded leaves nothing behind', async () => {
  const { before, started } = await connectAtStart(network);
  await network.endDaemon('SIGTERM');
  await started;
  expect(await networkState(network)).toBe(before);
  expect(network.exitCode).toBe(0);
  await network.startDaemon();
  expect((await network.snapshot()).tunnel.state).toBe('disconnected');
});

test.each([
  ['lockdown', ['lockdown', 'on'], ['lockdown', 'off']],
  ['automatic connection', ['set', 'auto-connect', 'on'], ['set', 'auto-connect', 'off']],
  ['split tunnelling', ['split', 'exclude'], ['split', 'off']],
])('with %s on, no session is saved for the next start', async (_, on, off) => {
  await stopWithSavedSession(network);
  await network.startDaemon();
  // Before the setting: under lockdown no ticket reaches a gateway.
  await network.waitForStandby();
  expect(await network.comet(...on)).toMatchObject({ code: 0 });
  try {
    await network.endDaemon('SIGTERM');
    expect(existsSync(savedSessionFile(network))).toBe(false);
    await network.startDaemon();
  } finally {
    expect(await network.comet(...off)).toMatchObject({ code: 0 });
    await network.comet('disconnect');
  }
});
