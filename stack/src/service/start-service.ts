import { nodeEnvironment, inRepository } from '../repository.ts';
import type { Supervisor } from './supervisor.ts';
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { connect } from 'node:net';

/** Starts the server of built pages. `program` receives their folder, the API's address and the variables `more`. */
export function startPageServer(
  supervisor: Supervisor,
  pages: {
    readonly name: string;
    readonly program: string;
    readonly folder: string;
    readonly port: number;
    /** URL of the server. */
    readonly address: string;
    readonly api: string;
    readonly more: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { name, address } = pages;
  const environment = {
    ...nodeEnvironment,
    HOST: '127.0.0.1',
    PORT: String(pages.port),
    SITE_FOLDER: pages.folder,
    API_URL: pages.api,
    ...pages.more,
  };
  const spawn = spawnService(nodeCommand(pages.program), environment);
  return supervisor.start({ name, spawn, ready: () => respondsOk(address) });
}

/** Returns the command of a script of the repository, run by the current Node. */
export function nodeCommand(script: string, ...args: string[]): readonly string[] {
  return [process.execPath, inRepository(script), ...args];
}

/** Has its own process group: the supervisor ends it in order after Ctrl-C in the terminal. */
export function spawnService(argv: readonly string[], env: Record<string, string>) {
  const [file = '', ...args] = argv;
  return (stdio: StdioOptions): ChildProcess =>
    spawn(file, args, { cwd: inRepository('.'), detached: true, env: { ...process.env, ...env }, stdio });
}

/** Returns whether a GET request is answered with 200. */
export async function respondsOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Returns whether a process listens on a unix socket. */
export function servesSocket(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ path });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
