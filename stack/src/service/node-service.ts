import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { inRepository } from '../repository.ts';

/** How one of our scripts is called, by this very Node. */
export function node(script: string, ...args: string[]): readonly string[] {
  return [process.execPath, inRepository(script), ...args];
}

/** In a process group of its own: Ctrl-C in the terminal reaches it through us, in its turn. */
export function service(argv: readonly string[], env: Record<string, string>) {
  const [file = '', ...args] = argv;
  return (stdio: StdioOptions): ChildProcess =>
    spawn(file, args, { cwd: inRepository('.'), detached: true, env: { ...process.env, ...env }, stdio });
}
