import { ok } from '@comet/foundation';
import { type DaemonSettings, freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { Caller } from '../control-channel.ts';
import { splitCommandsOf } from './split-commands.ts';

/** Returns the steps of moving a client's process; `is`: whether the pid is still the client's at each check. */
async function adopted(is: readonly boolean[], settings = freshSettings) {
  const done: string[] = [];
  let checks = 0;
  const splitter = {
    supportsPrograms: true,
    adopt: async (pid: number) => void done.push(`adopt ${pid}`),
    release: async (pid: number) => void done.push(`give back ${pid}`),
  };
  const programs = () => Promise.resolve([]);
  const commands = splitCommandsOf({ splitter, settings: () => settings, programs }, async (part) => {
    done.push(`set ${part.splitTunnel?.mode}`);
    return ok({} as Snapshot);
  });
  const caller = { isProcess: () => Promise.resolve(is[checks++] ?? false) } as unknown as Caller;
  const response = await commands['split.adopt']({ pid: 7, mode: 'include' }, caller);
  return { done, error: response.ok ? null : response.error.error };
}

test('moves a client before any slow step, and checks it again afterwards', async () => {
  expect(await adopted([true, true])).toEqual({ done: ['adopt 7', 'set include'], error: null });
});

test('moves another process with the same pid back, and sets no mode', async () => {
  expect(await adopted([true, false])).toEqual({
    done: ['adopt 7', 'give back 7'],
    error: 'not_your_process',
  });
  expect(await adopted([false])).toEqual({ done: [], error: 'not_your_process' });
});

test('moves no process that lockdown forbids', async () => {
  expect(await adopted([true, true], { ...freshSettings, lockdown: true })).toEqual({
    done: [],
    error: 'split_locked_down',
  });
});

/** The commands of a daemon that stores settings and can distinguish programs. */
function keeping() {
  let current: DaemonSettings = freshSettings;
  const splitter = {
    supportsPrograms: Promise.resolve(true),
    adopt: () => Promise.resolve(),
    release: () => Promise.resolve(),
  };
  const programs = () => Promise.resolve([]);
  const commands = splitCommandsOf({ splitter, settings: () => current, programs }, async (part) => {
    current = { ...current, ...part };
    return ok({} as Snapshot);
  });
  return { commands, splitTunnel: () => current.splitTunnel };
}

test('adds the programs of simultaneous requests of several clients', async () => {
  const { commands, splitTunnel } = keeping();
  const paths = ['/usr/bin/one', '/usr/bin/two', '/usr/bin/three'];
  await Promise.all(paths.map((path) => commands['split.add']({ kind: 'app', path })));
  expect(splitTunnel().apps).toEqual(paths);
});

test('rejects networks that cover too much, single or together, without a change', async () => {
  const { commands, splitTunnel } = keeping();
  const add = (network: string) => commands['split.add']({ kind: 'network', network });
  expect(await add('10.0.0.0/8')).toMatchObject({ ok: true });
  for (const network of ['0.0.0.0/0', '::/0', '12.0.0.0/7', '2001::/15', '11.0.0.0/8'])
    expect(await add(network)).toMatchObject({ error: { error: 'split_too_wide' } });
  expect(splitTunnel().networks).toEqual(['10.0.0.0/8']);
});
