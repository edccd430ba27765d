import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addresses } from '../fleet/addresses.ts';
import { restartedTestNetwork } from '../fleet/test-network-fixture.ts';
import {
  savedSession,
  savedSessionOf,
  receivedAtOnce,
  partWithSavedSession,
  tell,
  wishOf,
} from '../first-moments.ts';
import { keptState, readStateFile, stateFileOf } from '../fleet/kept-state.ts';
import { traces, watchCable } from '../simulation/traces.ts';

const network = restartedTestNetwork();

test('replies to a connect at the start before the daemon is loaded, which takes over without a break', async () => {
  const cable = await watchCable(network);
  const { said, usual, before, presentations, started } = await savedSession(network);
  expect(said).toBe(usual);
  const next = network.snapshot();
  expect(await network.hasTable()).toBe(true);
  const ping = network.inClient('ping', '-i', '0.01', '-c', '200', '-W', '1', addresses.echo4);
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect((await next).tunnel.state).toBe('connected');
  await started;
  expect((await ping).stdout).toContain('200 packets transmitted, 200 received, 0% packet loss');
  expect(await cable.seen()).toBe('');
  expect((await network.snapshot()).tunnel).toMatchObject({
    state: 'connected',
    place: { location: 'nl-ams' },
  });
  expect((await keptState(network)).intent).toMatchObject({ location: null });
  expect(existsSync(wishOf(network))).toBe(false);
  expect((await network.set({})).presentations).toBe(presentations);
  await network.comet('disconnect');
  expect(await traces(network)).toBe(before);
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await cable.seen()).toContain(addresses.echo4);
  await cable.end();
});

test('a place is known by each of its names', async () => {
  for (const name of ['nl-ams', 'AMSTERDAM', 'netherlands', 'nl']) {
    const { said, usual, started } = await savedSession(network, ['connect', name]);
    expect(said).toBe(usual);
    await started;
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
    await network.comet('disconnect');
  }
});

test('nothing is put up unasked, and nothing of it is left', async () => {
  await partWithSavedSession(network);
  const before = await traces(network);
  await network.startDaemon();
  expect(existsSync(savedSessionOf(network))).toBe(false);
  expect(await traces(network)).toBe(before);
  expect((await network.snapshot()).tunnel.state).toBe('disconnected');
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await network.comet('connect')).toMatchObject({ code: 0 });
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.comet('disconnect');
});

test('another place is connected to as usual', async () => {
  await partWithSavedSession(network);
  const serving = network.startDaemon();
  expect(await tell(network, 'connect', 'germany')).toMatchObject({ exitCode: 1, wasServing: true });
  await serving;
  expect((await network.snapshot()).tunnel).toMatchObject({ state: 'error', reason: 'location_unavailable' });
  expect(await network.seenAs()).toBeNull();
  await network.comet('disconnect');
});

test('falls back to the admission endpoint of a gateway that lost the session, before the reply', async () => {
  await receivedAtOnce(network, 'the gateway does not answer', async () => {
    const usual = await partWithSavedSession(network);
    const { presentations } = await network.set({ peerRemoved: true });
    await network.set({ peerRemoved: false });
    const serving = network.startDaemon();
    expect(await tell(network, 'connect')).toEqual({ said: usual, exitCode: 0, wasServing: true });
    await serving;
    expect((await network.set({})).presentations).toBeGreaterThan(presentations);
  });
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.comet('disconnect');
  expect(await network.hasTable()).toBe(false);
});

test('replies later if the reply cannot be recorded on disk', async () => {
  await receivedAtOnce(network, 'saved session: ', async () => {
    const usual = await partWithSavedSession(network);
    await mkdir(join(wishOf(network), 'full'), { recursive: true });
    const serving = network.startDaemon();
    expect(await tell(network, 'connect')).toEqual({ said: usual, exitCode: 0, wasServing: true });
    await serving;
  });
  expect(await network.seenAs()).toBe(addresses.lease4);
  await rm(wishOf(network), { recursive: true });
});

test('where the state has changed since, nothing is put up', async () => {
  const usual = await partWithSavedSession(network);
  await writeFile(stateFileOf(network), await readStateFile(network));
  const serving = network.startDaemon();
  expect(await tell(network, 'connect')).toEqual({ said: usual, exitCode: 0, wasServing: true });
  await serving;
  expect(existsSync(savedSessionOf(network))).toBe(false);
  await network.comet('disconnect');
});
