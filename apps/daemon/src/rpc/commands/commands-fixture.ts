import { type DaemonSettings, type PlatformFeature, readRequest } from '@comet/tunnel-protocol';
import { initialDaemonState } from '../../platform/files/daemon-state.ts';
import { fakeStateFile } from '../../platform/files/state-file.fake.ts';
import { type CommandParts, commandsOf, dispatch } from './commands.ts';

/** A daemon with settings and the parts of `more`. `ask` validates and executes a request. */
export function setUp(unsupported: readonly PlatformFeature[] = [], more: object = {}) {
  const file = fakeStateFile(initialDaemonState());
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
    lastSnapshot: () => ({ tunnel: { state: 'disconnected', since: '' } }),
    unsupported,
    networks: { checkNetwork: () => undefined },
    meteredNetwork: { settingsChanged: () => undefined },
    diagnosis: {},
    report: {},
    updates: {},
    forwards: {
      forwards: { changed: () => Promise.resolve() },
      settings: (): DaemonSettings => file.current.settings,
      isConnected: () => false,
      after: () => () => undefined,
    },
    proxies: {
      proxies: { open: () => Promise.resolve(true) },
      settings: (): DaemonSettings => file.current.settings,
    },
    split: { splitter: { supportsPrograms: true }, settings: (): DaemonSettings => file.current.settings },
    ...more,
  } as unknown as CommandParts;
  const caller = {
    signal: new AbortController().signal,
    isProcess: () => Promise.resolve(false),
    shows: () => undefined,
  };
  const commands = commandsOf(parts);
  async function ask(command: string, params: object = {}) {
    const request = readRequest(JSON.stringify({ v: 1, id: 1, command, params }));
    return request.ok ? dispatch(commands, request.value, caller) : request;
  }
  return { file, ask };
}
