import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
import { keptState, readStateFile, stateFileOf } from '../fleet/kept-state.ts';
import { networkState, captureLeaks } from '../simulation/network-state.ts';

const network = restartedTestNetwork();

test('replies to a connect at the start before the daemon is loaded, which takes over without a break', async () => {
  const leakedPackets = await captureLeaks(network);
  const { stdout, usualReply, before, presentations, started } = await connectAtStart(network);
  expect(stdout).toBe(usualReply);
  const next = network.snapshot();
  expect(await network.hasTable()).toBe(true);
  const ping = network.inClient('ping', '-i', '0.01', '-c', '200', '-W', '1', addresses.echo4);
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect((await next).tunnel.state).toBe('connected');
  await started;
  expect((await ping).stdout).toContain('200 packets transmitted, 200 received, 0% packet loss');
  expect(await leakedPackets()).toBe('');
  expect((await network.snapshot()).tunnel).toMatchObject({
    state: 'connected',
    place: { location: 'nl-ams' },
  });
  expect((await keptState(network)).intent).toMatchObject({ location: null });
  expect(existsSync(recordedGoalFile(network))).toBe(false);
  expect((await network.set({})).presentations).toBe(presentations);
  await network.comet('disconnect');
  expect(await networkState(network)).toBe(before);
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await leakedPackets()).toContain(addresses.echo4);
});

test('finds a location by each of its names', async () => {
  for (const name of ['nl-ams', 'AMSTERDAM', 'netherlands', 'nl']) {
    const { stdout, usualReply, started } = await connectAtStart(network, ['connect', name]);
    expect(stdout).toBe(usualReply);
    await started;
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
    await network.comet('disconnect');
  }
});

test('restores nothing without a request, and deletes the saved session', async () => {
  await stopWithSavedSession(network);
  const before = await networkState(network);
  await network.startDaemon();
  expect(existsSync(savedSessionFile(network))).toBe(false);
  expect(await networkState(network)).toBe(before);
  expect((await network.snapshot()).tunnel.state).toBe('disconnected');
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await network.comet('connect')).toMatchObject({ code: 0 });
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.comet('disconnect');
});

test('connects to another location without a saved session', async () => {
  await stopWithSavedSession(network);
  const serving = network.startDaemon();
  expect(await runEarlyCommand(network, 'connect', 'germany')).toMatchObject({
    exitCode: 1,
    wasServing: true,
  });
  await serving;
  expect((await network.snapshot()).tunnel).toMatchObject({ state: 'error', reason: 'location_unavailable' });
  expect(await network.seenAs()).toBeNull();
  await network.comet('disconnect');
});

test('falls back to the admission endpoint of a gateway that lost the session, before the reply', async () => {
  await retryUntilEarly(network, 'the gateway does not answer', async () => {
    const usualReply = await stopWithSavedSession(network);
    const { presentations } = await network.set({ peerRemoved: true });
    await network.set({ peerRemoved: false });
    const serving = network.startDaemon();
    expect(await runEarlyCommand(network, 'connect')).toEqual({
      stdout: usualReply,
      exitCode: 0,
      wasServing: true,
    });
    await serving;
    expect((await network.set({})).presentations).toBeGreaterThan(presentations);
  });
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.comet('disconnect');
  expect(await network.hasTable()).toBe(false);
});

test('replies later if the reply cannot be recorded on disk', async () => {
  await retryUntilEarly(network, 'The saved session could not be restored', async () => {
    const usualReply = await stopWithSavedSession(network);
    await mkdir(join(recordedGoalFile(network), 'full'), { recursive: true });
    const serving = network.startDaemon();
    expect(await runEarlyCommand(network, 'connect')).toEqual({
      stdout: usualReply,
      exitCode: 0,
      wasServing: true,
    });
    await serving;
  });
  expect(await network.seenAs()).toBe(addresses.lease4);
  await rm(recordedGoalFile(network), { recursive: true });
});

test('restores nothing if the state has changed since', async () => {
  const usualReply = await stopWithSavedSession(network);
  await writeFile(stateFileOf(network), await readStateFile(network));
  const serving = network.startDaemon();
  expect(await runEarlyCommand(network, 'connect')).toEqual({
    stdout: usualReply,
    exitCode: 0,
    wasServing: true,
  });
  await serving;
  expect(existsSync(savedSessionFile(network))).toBe(false);
  await network.comet('disconnect');
});
