import { readFile } from 'node:fs/promises';
import { hostname, release, userInfo } from 'node:os';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { Memory } from '../platform/files/memory.ts';
import type { RunTool } from '../platform/system/run-tool.ts';
import { redactor } from './redact.ts';

interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Characters of one file; what is longer keeps its end. */
const longest = 40_000;

/** What the machine's network looks like to us, by the tools that anybody would use: files, and the command that fills each. */
export type Questions = Readonly<Record<string, readonly [string, ...string[]]>>;

/**
 * What support needs to understand a machine, with everything taken out that names a person, a machine, a network or a key. The
 * whole is for the user to read before it is sent anywhere; we send it nowhere.
 */
export async function gatherReport(parts: {
  readonly version: string;
  readonly memory: Memory;
  readonly snapshot: Snapshot;
  readonly journal: readonly string[];
  readonly resolvConf: string;
  readonly questions: Questions;
  readonly run: RunTool;
}): Promise<ReportFile[]> {
  const { memory, snapshot, run } = parts;
  const redact = redactor(privateTo(memory));
  const read = (path: string) => readFile(path, 'utf8').catch(() => 'not there\n');
  const answers = await Promise.all(
    Object.entries(parts.questions).map(async ([name, [command, ...args]]) => {
      const { code, stdout, stderr } = await run(command, args);
      return { name, text: code === 0 ? stdout : `${command} ended with ${code ?? 'no code'}: ${stderr}` };
    }),
  );
  const system = {
    comet: parts.version,
    kernel: release(),
    node: process.version,
    os: await read('/etc/os-release'),
  };
  // Where somebody goes, and from where, helps nobody.
  const state = { ...snapshot, seen: null, next: null, favourites: [], recents: [] };
  return [
    { name: 'system.json', text: JSON.stringify(system, null, 2) },
    { name: 'state.json', text: JSON.stringify(state, null, 2) },
    { name: 'journal.txt', text: parts.journal.join('\n') },
    { name: 'resolv.conf', text: await read(parts.resolvConf) },
    ...answers,
  ].map(({ name, text }) => ({ name, text: redact(text).slice(-longest) }));
}

/** Every value in our memory that is somebody's, whatever it looks like. */
function privateTo({
  account,
  logoutNotices,
  key,
  appIdentifier,
  standbyTickets,
  settings,
  lastGateway,
}: Memory): readonly string[] {
  return [
    appIdentifier,
    ...(account === null ? [] : [account.accessToken, account.email, account.deviceId, account.deviceName]),
    ...logoutNotices.flatMap(({ accessToken, deviceId }) => [accessToken, deviceId]),
    ...(key === null ? [] : [key.privateKey, key.publicKey]),
    ...standbyTickets.flatMap(({ ticket, publicKey }) => [ticket, publicKey]),
    ...settings.trustedNetworks.flatMap(({ id, name }) => [id, name]),
    ...settings.splitTunnel.apps,
    ...(lastGateway === null ? [] : [lastGateway]),
    hostname(),
    // A host may be called by its first name, or by one that says whose it is.
    ...hostname().split('.', 1),
    ...(userInfo().username === 'root' ? [] : [userInfo().username]),
  ];
}
