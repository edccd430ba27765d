import { open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The file that a part of the stack writes to. */
export interface Log {
  readonly path: string;
  /** Opens it for a child's output; close it after the spawn. */
  open(): ReturnType<typeof open>;
  /** The last lines, indented, under the file's path: what to show when the part has failed. */
  tail(): Promise<string>;
}

const TAIL_LINES = 15;

export function logNamed(folder: string, name: string): Log {
  const path = join(folder, `${basename(name)}.log`);
  return {
    path,
    open: () => open(path, 'a', 0o600),
    async tail() {
      const text = await readFile(path, 'utf8').catch(() => '');
      const lines = text.trimEnd().split('\n').slice(-TAIL_LINES);
      return [`The end of ${path}:`, ...lines.map((line) => `  ${line}`)].join('\n');
    },
  };
}
