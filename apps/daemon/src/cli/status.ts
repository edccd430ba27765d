import { cometTexts as texts } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { DaemonSocket } from './daemon-socket.ts';
import { describe, timeOf } from './describe.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Prints the state once: as text, or as the protocol's snapshot in JSON; or again with each change until it is ended. */
export async function status(
  daemon: DaemonSocket,
  as: 'text' | 'json' | 'watch',
  out: Terminal,
): Promise<boolean> {
  if (as === 'watch') return watch(daemon, out);
  const done = await daemon.call('status', {});
  if (!done.ok) return refuse(done.error, out);
  out.say(as === 'json' ? JSON.stringify(done.value, null, 2) : describe(done.value).join('\n'));
  return true;
}

/** True when the reader has had enough, false when the daemon ended the conversation. */
async function watch(daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  let last = '';
  const show = (snapshot: Snapshot): void => {
    // Figures alone, which come each second, are no change.
    const told = describe({ ...snapshot, traffic: null }).join('\n');
    if (told !== last) out.say(stamped(timeOf(new Date()), describe(snapshot).join('\n')));
    last = told;
  };
  daemon.onSnapshot(show);
  const done = await daemon.call('status.watch', {});
  if (!done.ok) return refuse(done.error, out);
  show(done.value);
  const readEnough = await Promise.race([daemon.closed.then(() => false), out.unread.then(() => true)]);
  if (!readEnough) out.complain(texts.connectionLost);
  return readEnough;
}

/** The time in front of the first line, the others below it. */
function stamped(time: string, words: string): string {
  return `${time}  ${words.replaceAll('\n', `\n${' '.repeat(time.length + 2)}`)}`;
}
