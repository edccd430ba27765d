import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns the duration of the work in ms. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns the duration of a program in ms; throws if it fails. */
export function timeOfCommand(command: string, args: readonly string[]): Promise<number> {
  return timeOf(async () => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`);
  });
}
