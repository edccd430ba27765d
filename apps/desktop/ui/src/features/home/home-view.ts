import { blockedTexts, homeTexts } from '@comet/texts/desktop';
import { formatClockTime, formatText } from '@comet/texts';
import type { BlockReason, Snapshot } from '@comet/tunnel-protocol';
import { type Clock, clockTowards } from '../../platform/clock/index.ts';

/** Appearance of the ring: a dotted orbit, an animated trail, a complete trail, or a broken one. */
export type OrbitLook = 'off' | 'running' | 'safe' | 'broken';

export interface HomeView {
  readonly look: OrbitLook;
  readonly headline: string;
  /** Text below the headline, one sentence at most. */
  readonly line: string;
  /** Shown below that text in monospace: this computer's public IP address without a tunnel. */
  readonly address: string | null;
  /** The main button: `step` opens the remedy of a failure that a retry alone does not resolve. */
  readonly action: 'connect' | 'cancel' | 'disconnect' | 'resume' | 'retry' | 'step' | null;
}

/** Returns the content of home for a state. `now` in ms since 1970, for the duration of a tunnel and the next retry. */
export function homeView(snapshot: Snapshot, now: number): HomeView {
  const { tunnel, settings, seen } = snapshot;
  const address = seen?.ipv4 ?? seen?.ipv6 ?? null;
  switch (tunnel.state) {
    case 'disconnected':
      if (settings.pausedUntil !== null && Date.parse(settings.pausedUntil) > now)
        return {
          look: 'off',
          headline: homeTexts.paused,
          line: formatText(homeTexts.pausedUntil, { time: formatClockTime(settings.pausedUntil) }),
          address: null,
          action: 'resume',
        };
      if (tunnel.refusal !== undefined)
        return {
          look: 'off',
          headline: homeTexts.disconnected,
          line: failureLine(snapshot) ?? '',
          address: null,
          action: retryOrStep(snapshot),
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
        line: timeSince(tunnel.since, now),
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
    case 'error':
      return {
        look: tunnel.blocking ? 'broken' : 'off',
        headline: tunnel.blocking ? homeTexts.blocked : homeTexts.open,
        line: failureLine(snapshot) ?? '',
        address: null,
        // Under lockdown without a connect there is nothing to retry.
        action: tunnel.reason === 'locked_down' ? 'connect' : retryOrStep(snapshot),
      };
  }
}

const retryOrStep = (snapshot: Snapshot): 'retry' | 'step' =>
  remedyOf(snapshot)?.isRequired === true ? 'step' : 'retry';

/** Returns the cause and the remedy of a failed connect; null if nothing failed. */
export function remedyOf({ tunnel, settings }: Snapshot): ReturnType<typeof blockedTexts> | null {
  const reason = reasonOf(tunnel);
  if (reason === null) return null;
  // The account's refusal of a first connect leads to `error` only under lockdown; otherwise the tunnel was up.
  return blockedTexts(reason, tunnel.state === 'error' && !settings.lockdown);
}

/** Returns why a connect failed, and whether traffic is blocked; null if nothing failed. */
export function failureLine(snapshot: Snapshot): string | null {
  const { tunnel } = snapshot;
  const remedy = remedyOf(snapshot);
  if (remedy === null) return null;
  const { what } = remedy;
  // The sentence about lockdown already states that traffic is blocked.
  if (tunnel.state === 'error' && tunnel.blocking)
    return tunnel.reason === 'locked_down' ? what : formatText(homeTexts.heldBack, { what });
  return formatText(homeTexts.notHeldBack, { what });
}

/** Returns why a connect failed; null if the state has no reason. */
export function reasonOf(tunnel: Snapshot['tunnel']): BlockReason | null {
  if (tunnel.state === 'error') return tunnel.reason;
  return tunnel.state === 'disconnected' ? (tunnel.refusal ?? null) : null;
}

/** Whether a disconnect unblocks traffic that is blocked now. Under lockdown it does not: lockdown is turned off in the settings. */
export function canUnblock({ tunnel, settings }: Snapshot): boolean {
  return tunnel.state === 'error' && !settings.lockdown;
}

/** Returns the clock of texts on home that change with the time; null if there are none. */
export function homeClock({ tunnel, settings }: Snapshot): Clock | null {
  if (tunnel.state === 'connected') return { from: Date.parse(tunnel.since), step: 60_000 };
  return clockTowards(tunnel.state === 'error' ? tunnel.retryAt : settings.pausedUntil);
}

/**
 * Formats a duration: `42 min`, `3 h 7 min`; more than a day is given in hours. Without seconds, because
 * rendering each second would prevent a laptop from idling.
 */
function timeSince(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes === 0) return homeTexts.underAMinute;
  if (minutes < 60) return formatText(homeTexts.minutes, { minutes });
  return formatText(homeTexts.hours, { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Returns the whole seconds until the daemon's next retry; null if there is none. */
export function secondsUntil(instant: string | null, now: number): number | null {
  return instant === null ? null : Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000));
}
