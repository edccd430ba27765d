import { cometTexts as texts } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { DaemonSocket } from './daemon-socket.ts';
import { describeConnecting, nameOf } from './describe.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Connects, shows how it goes to whoever watches, and takes it back on Ctrl-C. */
export async function connect(
  daemon: DaemonSocket,
  location: string | null,
  out: Terminal,
): Promise<boolean> {
  let cancelled = false;
  process.once('SIGINT', () => {
    cancelled = true;
    void daemon.call('disconnect', {});
  });
  if (process.stderr.isTTY) {
    daemon.onSnapshot((snapshot) => showProgress(snapshot, out));
    void daemon.call('status.watch', {}).catch(() => undefined);
  }
  const done = await daemon.call('connect', { location });
  if (cancelled) {
    out.complain(texts.cancelled);
    return false;
  }
  if (!done.ok) return refuse(done.error, out);
  const { tunnel } = done.value;
  if (tunnel.state === 'connected') out.say(texts.connected(nameOf(tunnel.place), tunnel.link.endpoint));
  return tunnel.state === 'connected';
}

function showProgress({ tunnel }: Snapshot, out: Terminal): void {
  if (tunnel.state === 'connecting') out.progress(describeConnecting(tunnel.place, tunnel.attempt));
}
