import { updateTexts as texts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Has a newer version fetched and verified, and says what it brings and how it is installed. */
export async function update(daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  out.progress(texts.fetching);
  const fetched = await daemon.call('update.fetch', {});
  if (!fetched.ok && fetched.error.error !== 'update_none') return refuse(fetched.error, out);
  const known = await daemon.call('update.check', {});
  if (!known.ok) return refuse(known.error, out);
  const { version, newer } = known.value;
  if (!fetched.ok || newer === null) {
    out.say(texts.newest(version));
    return true;
  }
  out.say(texts.newer(newer.version, version));
  if (newer.notes !== '') out.say(newer.notes);
  out.say(texts.fetched(fetched.value.path));
  return true;
}
