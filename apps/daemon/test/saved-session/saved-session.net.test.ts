import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
import { keptState, readStateFile, stateFileOf } from '../fleet/kept-state.ts';
import { traces, watchCable } from '../simulation/traces.ts';

const field = fieldStartedAnew();

test('replies to a connect at the start before the daemon is loaded, which takes over without a break', async () => {
  const cable = await watchCable(field);
  const { said, usual, before, presentations, started } = await savedSession(field);
  expect(said).toBe(usual);
  const next = field.snapshot();
  expect(await field.hasTable()).toBe(true);
  const ping = field.inClient('ping', '-i', '0.01', '-c', '200', '-W', '1', addresses.echo4);
  expect(await field.seenAs()).toBe(addresses.lease4);
  expect((await next).tunnel.state).toBe('connected');
  await started;
  expect((await ping).stdout).toContain('200 packets transmitted, 200 received, 0% packet loss');
  expect(await cable.seen()).toBe('');
  expect((await field.snapshot()).tunnel).toMatchObject({
    state: 'connected',
    place: { location: 'nl-ams' },
  });
  expect((await keptState(field)).intent).toMatchObject({ location: null });
  expect(existsSync(wishOf(field))).toBe(false);
  expect((await field.set({})).presentations).toBe(presentations);
  await field.comet('disconnect');
  expect(await traces(field)).toBe(before);
  expect(await field.seenAs()).toBe(addresses.client);
  expect(await cable.seen()).toContain(addresses.echo4);
  await cable.end();
});

test('a place is known by each of its names', async () => {
  for (const name of ['nl-ams', 'AMSTERDAM', 'netherlands', 'nl']) {
    const { said, usual, started } = await savedSession(field, ['connect', name]);
    expect(said).toBe(usual);
    await started;
    await field.reaches('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
  }
});

test('nothing is put up unasked, and nothing of it is left', async () => {
  await partWithSavedSession(field);
  const before = await traces(field);
  await field.startDaemon();
  expect(existsSync(savedSessionOf(field))).toBe(false);
  expect(await traces(field)).toBe(before);
  expect((await field.snapshot()).tunnel.state).toBe('disconnected');
  expect(await field.seenAs()).toBe(addresses.client);
  expect(await field.comet('connect')).toMatchObject({ code: 0 });
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('disconnect');
});

test('another place is connected to as usual', async () => {
  await partWithSavedSession(field);
  const serving = field.startDaemon();
  expect(await tell(field, 'connect', 'germany')).toMatchObject({ exitCode: 1, wasServing: true });
  await serving;
  expect((await field.snapshot()).tunnel).toMatchObject({ state: 'error', reason: 'location_unavailable' });
  expect(await field.seenAs()).toBeNull();
  await field.comet('disconnect');
});

test('falls back to the admission endpoint of a gateway that lost the session, before the reply', async () => {
  await receivedAtOnce(field, 'the gateway does not answer', async () => {
    const usual = await partWithSavedSession(field);
    const { presentations } = await field.set({ peerRemoved: true });
    await field.set({ peerRemoved: false });
    const serving = field.startDaemon();
    expect(await tell(field, 'connect')).toEqual({ said: usual, exitCode: 0, wasServing: true });
    await serving;
    expect((await field.set({})).presentations).toBeGreaterThan(presentations);
  });
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('disconnect');
  expect(await field.hasTable()).toBe(false);
});

test('replies later if the reply cannot be recorded on disk', async () => {
  await receivedAtOnce(field, 'saved session: ', async () => {
    const usual = await partWithSavedSession(field);
    await mkdir(join(wishOf(field), 'full'), { recursive: true });
    const serving = field.startDaemon();
    expect(await tell(field, 'connect')).toEqual({ said: usual, exitCode: 0, wasServing: true });
    await serving;
  });
  expect(await field.seenAs()).toBe(addresses.lease4);
  await rm(wishOf(field), { recursive: true });
});

test('where the state has changed since, nothing is put up', async () => {
  const usual = await partWithSavedSession(field);
  await writeFile(stateFileOf(field), await readStateFile(field));
  const serving = field.startDaemon();
  expect(await tell(field, 'connect')).toEqual({ said: usual, exitCode: 0, wasServing: true });
  await serving;
  expect(existsSync(savedSessionOf(field))).toBe(false);
  await field.comet('disconnect');
});
