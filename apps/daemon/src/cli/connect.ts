import { cometTexts as texts, exitTexts, featureTexts, vpnErrorText } from '@comet/texts/tunnel';
import type { BlockReason, Snapshot } from '@comet/tunnel-protocol';
import type { DaemonSocket } from './daemon-socket.ts';
import { describeConnecting, describeExit, describeTunnel, nameOf } from './describe.ts';
import { homesIn } from './homes-in.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Where to go, as typed. */
interface Wish {
  readonly location: string | null;
  readonly via?: string;
  readonly dedicated?: string;
}

/** Connects, shows how it goes to whoever watches, and takes it back on Ctrl-C; a second Ctrl-C waits for nothing. */
export async function connect(
  daemon: DaemonSocket,
  { location, via, dedicated }: Wish,
  out: Terminal,
): Promise<boolean> {
  const taken: { back: Promise<Snapshot | null> | null } = { back: null };
  out.onInterrupt(() => {
    taken.back = disconnect(daemon);
  });
  const missing = sayOnce(out);
  if (out.watched) {
    daemon.onSnapshot((snapshot) => {
      missing(snapshot);
      showProgress(snapshot, out);
    });
    void daemon.call('status.watch', {}).catch(() => undefined);
  }
  const done = await daemon.call('connect', {
    location,
    ...(via === undefined ? {} : { via }),
    ...(dedicated === undefined ? {} : { dedicated }),
  });
  if (taken.back !== null) return sayCancelled(await taken.back, out);
  if (!done.ok) {
    // The state says more than the refusal: whether traffic is held back, and when the next try is due.
    if (done.error.error === 'superseded') sayError('superseded', out);
    const now = done.error.error === 'connect_failed' ? await daemon.call('status', {}) : null;
    const reason = now?.ok === true ? reasonOf(now.value.tunnel) : null;
    if (now?.ok !== true || reason === null) return refuse(done.error, out);
    sayError(reason, out);
    out.complain(describeTunnel(now.value).join('\n'));
    if (reason === 'location_unavailable' && location !== null) await nameHomes(daemon, location, out);
    return false;
  }
  const { tunnel } = done.value;
  missing(done.value);
  if (tunnel.state === 'connected') {
    out.say(texts.connected(nameOf(tunnel.place), tunnel.link.endpoint));
    for (const line of describeExit(done.value.exit, tunnel.place)) out.say(line);
  }
  return tunnel.state === 'connected';
}

/** Why a tunnel is not up; null where the state does not say. */
function reasonOf(tunnel: Snapshot['tunnel']): BlockReason | null {
  if (tunnel.state === 'error') return tunnel.reason;
  return tunnel.state === 'disconnected' ? (tunnel.refusal ?? null) : null;
}

/** Says which of the seven errors it is; why, and what to do, is said next. */
function sayError(cause: BlockReason | 'superseded', out: Terminal): void {
  const error = vpnErrorText(cause);
  if (error !== null) out.complain(error);
}

/** Takes back what a connect has begun. */
export async function takeBack(daemon: DaemonSocket, out: Terminal): Promise<false> {
  return sayCancelled(await disconnect(daemon), out);
}

/** The state afterwards; null when the daemon did not get to it. */
async function disconnect(daemon: DaemonSocket): Promise<Snapshot | null> {
  const done = await daemon.call('disconnect', {}).catch(() => null);
  return done?.ok === true ? done.value : null;
}

function sayCancelled(after: Snapshot | null, out: Terminal): false {
  if (after === null) out.complain(texts.connectionLost);
  else out.complain(after.settings.lockdown ? texts.cancelledHeldBack : texts.cancelled);
  return false;
}

/** Names what else leads to a country, since nobody is led to a home unasked. */
async function nameHomes(daemon: DaemonSocket, location: string, out: Terminal): Promise<void> {
  const listed = await daemon.call('locations', {});
  const homes = listed.ok ? homesIn(location, listed.value.locations) : [];
  if (homes.length > 0) out.complain(exitTexts.homes(homes));
}

/** Says which chosen lists a gateway does not have, as soon as it is tried, and not a second time. */
function sayOnce(out: Terminal): (snapshot: Snapshot) => void {
  let said = '';
  return ({ missingLists = [] }) => {
    if (missingLists.length > 0 && missingLists.join() !== said)
      out.complain(featureTexts.missingLists(missingLists));
    said = missingLists.join();
  };
}

function showProgress({ tunnel }: Snapshot, out: Terminal): void {
  if (tunnel.state === 'connecting') out.progress(describeConnecting(tunnel.place, tunnel.attempt));
}
