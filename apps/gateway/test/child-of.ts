import { readFile } from 'node:fs/promises';

/** Returns the id of the latest child process whose command line contains `program`. */
export async function childOf(parent: number, program: string): Promise<number> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  for (const pid of children.split(' ').filter(Boolean).toReversed()) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(program)) return Number(pid);
  }
  throw new Error(`${program} is not running`);
}
