import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process for comparison. */
export interface Peer {
  readonly pid: number;
  /** Further processes of the peer. */
  readonly helpers?: readonly number[];
  readonly port: number;
  stop(): Promise<void>;
}

/** Returns the path of a peer in `peers/`. */
export function peerProgram(name: string): string {
  return join(import.meta.dirname, 'peers', `${name}.ts`);
}

/** Starts a peer of `peers/`, which prints its port when it listens. */
export function startPeer(name: string, env: Readonly<Record<string, string>>): Promise<Peer> {
  return startProgram(process.execPath, [peerProgram(name)], env);
}

/** Starts a program that prints its port when it listens, and exits on SIGTERM. */
export async function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Peer> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([
    once(child.stdout, 'data') as Promise<[Buffer]>,
    ended.then(() => Promise.reject(new Error(`${[program, ...args].join(' ')} ended before it listened`))),
  ]);
  return {
    pid: child.pid ?? 0,
    port: Number(first[0].toString()),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
