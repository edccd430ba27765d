import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository, nodeEnvironment } from '../repository.ts';
import type { StateFolder } from '../state/folder.ts';
import type { Supervisor } from '../service/supervisor.ts';
import { UserError } from '../user-error.ts';
import type { ExitPlace } from '../control-plane/start.ts';
import { API_IN_LAB, type StackLab } from './start-lab.ts';
import { readFile } from 'node:fs/promises';

/** The exits of the lab: host, place, and the suffix of the interface name. */
const EXITS = [
  { host: 'exit-us', short: 'us', place: ['us-nyc', 'New York', '40.71N', '74.01W'] },
  { host: 'exit-de', short: 'de', place: ['de-ber', 'Berlin', '52.52N', '13.40E'] },
] as const;

export interface ExitsOptions {
  readonly folder: StateFolder;
  readonly stackLab: StackLab;
  readonly supervisor: Supervisor;
  /** Path of wireguard-go; null if the kernel has WireGuard. */
  readonly wireguardGo: string | null;
  readonly controlPlane: { inviteExit(place: ExitPlace): Promise<string> };
}

/** Joins each exit with its owner's consent and starts its agent. */
export async function startExits(options: ExitsOptions): Promise<void> {
  // Sequentially, so that all choose the same gateway: a proxy host uses the exits of one gateway.
  for (const exit of EXITS) await startExit(exit, options);
}

async function startExit(
  { host, place, short }: (typeof EXITS)[number],
  options: ExitsOptions,
): Promise<void> {
  const { folder, stackLab, supervisor, controlPlane } = options;
  const state = join(folder.lab, host);
  const env = exitEnvironment(state, `ex-${short}-${folder.id}`, options.wireguardGo);
  const argv = [process.execPath, inRepository('apps/exit/src/main.ts')];
  if (!existsSync(join(state, 'membership.json'))) {
    const join = [...argv, 'join', await controlPlane.inviteExit(place), '--agree', 'The lab'];
    const { code, stdout, stderr } = await stackLab.lab.exec(host, join, { env, timeoutMs: 60_000 });
    if (code !== 0) throw new UserError(`${host} could not become an exit: ${stderr || stdout}`);
  }
  await supervisor.start({
    name: host,
    spawn: (stdio) => stackLab.lab.spawn(host, [...argv, 'serve'], { env, stdio, detached: true }),
    ready: () => isExitReady(state),
  });
}

/** Returns the environment of an exit's agent. */
function exitEnvironment(state: string, link: string, wireguardGo: string | null): Record<string, string> {
  return {
    ...nodeEnvironment,
    COMET_API_URL: API_IN_LAB,
    // Plaintext is safe: the lab's network does not leave this machine.
    COMET_API_PLAINTEXT: '1',
    COMET_EXIT_STATE_DIR: state,
    COMET_EXIT_INTERFACE: link,
    WIREGUARD_IMPLEMENTATION: 'auto',
    ...(wireguardGo === null ? {} : { WIREGUARD_GO: wireguardGo }),
  };
}

/** The used fields of the status file of comet-exit. */
interface Status {
  readonly pid: number;
  readonly state: string;
}

/**
 * Returns whether the exit with this state folder runs and carries traffic. Reads the file that `comet-exit status` prints: starting that
 * command for every poll took longer than the start of the exit.
 */
export async function isExitReady(folder: string): Promise<boolean> {
  try {
    const { pid, state } = JSON.parse(await readFile(join(folder, 'status.json'), 'utf8')) as Status;
    return state === 'carrying' && existsSync(`/proc/${pid}`);
  } catch {
    return false; // Not written yet.
  }
}
