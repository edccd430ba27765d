import { blockedTexts, homeTexts } from '@comet/texts/desktop';
import { formatClockTime, say } from '@comet/texts';
import type { Snapshot } from '@comet/tunnel-protocol';

/** How the trail is drawn: a faint dotted orbit, running light, resting light, or a broken ring. */
export type OrbitLook = 'off' | 'running' | 'safe' | 'broken';

export interface HomeView {
  readonly look: OrbitLook;
  readonly headline: string;
  /** Under the headline, a sentence at most. */
  readonly line: string;
  /** In the face of addresses, under the line. */
  readonly address: string | null;
  readonly action: 'connect' | 'cancel' | 'disconnect' | 'resume' | 'retry' | null;
}

/** What home says of a state. `now` in milliseconds since 1970: for the clock of a tunnel and of the next try. */
export function homeView({ tunnel, settings, seen }: Snapshot, now: number): HomeView {
  const address = seen?.ipv4 ?? seen?.ipv6 ?? null;
  switch (tunnel.state) {
    case 'disconnected':
      if (settings.pausedUntil !== null && Date.parse(settings.pausedUntil) > now)
        return {
          look: 'off',
          headline: homeTexts.paused,
          line: say(homeTexts.pausedUntil, { time: formatClockTime(settings.pausedUntil) }),
          address: null,
          action: 'resume',
        };
      return {
        look: 'off',
        headline: homeTexts.disconnected,
        line: address === null ? homeTexts.noTunnel : homeTexts.addressVisible,
        address,
        action: 'connect',
      };
    case 'connecting':
      return {
        look: 'running',
        headline: homeTexts.connecting,
        line: homeTexts.nothingLeaves,
        address: null,
        action: 'cancel',
      };
    case 'connected':
      return {
        look: 'safe',
        headline: homeTexts.connected,
        line: connectedLine(timeSince(tunnel.since, now), address),
        address: null,
        action: 'disconnect',
      };
    case 'disconnecting':
      return {
        look: 'running',
        headline: homeTexts.disconnecting,
        line: homeTexts.disconnectingWhat,
        address: null,
        action: null,
      };
    case 'error': {
      const { what } = blockedTexts(tunnel.reason);
      return {
        look: tunnel.blocking ? 'broken' : 'off',
        headline: tunnel.blocking ? homeTexts.blocked : homeTexts.open,
        line: say(tunnel.blocking ? homeTexts.heldBack : homeTexts.notHeldBack, { what }),
        address: null,
        action: 'retry',
      };
    }
  }
}

/** Whether what home says of a state changes with the time alone. */
export function hasClock({ tunnel, settings }: Snapshot): boolean {
  if (tunnel.state === 'error') return tunnel.retryAt !== null;
  return tunnel.state === 'connected' || settings.pausedUntil !== null;
}

/** `00:42:07`; hours go on beyond a day. */
function timeSince(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  const two = (count: number) => String(count).padStart(2, '0');
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
}

/** Whole seconds until the daemon tries again by itself; null when it does not. */
export function secondsUntil(instant: string | null, now: number): number | null {
  return instant === null ? null : Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000));
}

function connectedLine(time: string, address: string | null): string {
  return address === null ? time : say(homeTexts.connectedAs, { time, address });
}
