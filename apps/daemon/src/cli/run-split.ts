import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { featureTexts as texts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Has the daemon move this process, then becomes the program: same user, same terminal, same environment. */
export async function runSplit(
  mode: 'exclude' | 'include',
  command: readonly string[],
  daemon: DaemonSocket,
  out: Terminal,
): Promise<boolean> {
  const [name = '', ...rest] = command;
  const program = findProgram(name, process.env['PATH'] ?? '');
  if (program === null) {
    out.complain(texts.commandUnknown(name));
    return false;
  }
  const before = await daemon.call('split.list', {});
  const done = await daemon.call('split.adopt', { pid: process.pid, mode });
  if (!done.ok) return refuse(done.error, out);
  // The mode outlives the program. Said aside, because the standard output is the program's.
  if (before.ok && before.value.settings.splitTunnel.mode === 'off') out.complain(texts.splitStarted(mode));
  daemon.end();
  process.execve?.(program, [name, ...rest], process.env);
  return false;
}

/** As execvp(3) finds it: a name with a slash is a path, any other is looked for on PATH. */
function findProgram(name: string, path: string): string | null {
  const places = name.includes('/')
    ? [name]
    : path.split(delimiter).map((folder) => join(folder || '.', name));
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
