import type { DaemonSettings, PlatformFeature } from '@comet/tunnel-protocol';
import { freshMemory } from '../platform/memory.ts';
import { fakeMemoryFile } from '../platform/state-file.fake.ts';
import { type CommandParts, commandsOf, dispatch } from './commands.ts';

/** A daemon whose settings can be changed, and nothing else but what `more` adds; its commands come as command lines. */
export function setUp(unsupported: readonly PlatformFeature[] = [], more: object = {}) {
  const file = fakeMemoryFile(freshMemory());
  const said: string[] = [];
  const parts = {
    file,
    onSettings: () => Promise.resolve(true),
    snapshot: () =>
      Promise.resolve({
        tunnel: { state: 'disconnected', since: '' },
        account: null,
        settings: file.current.settings,
        traffic: null,
      }),
    snapshotAtHand: () => ({ tunnel: { state: 'disconnected', since: '' } }),
    unsupported,
    watch: () => () => undefined,
    networks: { look: () => undefined },
    diagnosis: {},
    updates: {},
    proxies: {
      proxies: { open: () => Promise.resolve(true) },
      settings: (): DaemonSettings => file.current.settings,
    },
    split: { splitter: { programsCanBeTold: true }, settings: (): DaemonSettings => file.current.settings },
    ...more,
  } as unknown as CommandParts;
  const caller = {
    gone: new AbortController().signal,
    say: (_: unknown, text: string) => void said.push(text),
    isProcess: () => Promise.resolve(false),
    shows: () => undefined,
  };
  const commands = commandsOf(parts);
  const run = (words: readonly string[]) =>
    dispatch(commands, { id: 1, command: 'run', params: { words, watched: false, takeBack: false } }, caller);
  return { file, said, run };
}
