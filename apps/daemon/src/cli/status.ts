import type { DaemonSocket } from './daemon-socket.ts';
import { describe } from './describe.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Prints the state once: as text, or as the protocol's snapshot in JSON; or again with each change until it is ended. */
export async function status(
  daemon: DaemonSocket,
  as: 'text' | 'json' | 'watch',
  out: Terminal,
): Promise<boolean> {
  if (as === 'watch') daemon.onSnapshot((snapshot) => out.say(describe(snapshot).join('\n')));
  const done = await daemon.call(as === 'watch' ? 'status.watch' : 'status', {});
  if (!done.ok) return refuse(done.error, out);
  out.say(as === 'json' ? JSON.stringify(done.value, null, 2) : describe(done.value).join('\n'));
  if (as === 'watch') await daemon.closed;
  return as !== 'watch';
}
