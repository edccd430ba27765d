import type { ExitRules, ExitTicketClaims } from '@comet/admission';
import type { ExitReport } from '@comet/contract';
import type { ExitSlot } from '../../platform/routing/exit-slot.ts';
import type { ExitView } from '../proxy/index.ts';

/** The gateway's state of one exit. */
export interface Exit {
  readonly claims: ExitTicketClaims;
  readonly publicKey: string;
  readonly slot: ExitSlot;
  /** The exit's public address, as a CIDR; null if unknown. */
  readonly publicAddress: string | null;
  /** Null while the exit does not report. */
  readonly report: ExitReport | null;
  readonly latencyMs: number | null;
  /** The last reported traffic of a day, and the day (UTC, `YYYY-MM-DD`); kept when the exit disconnects. */
  readonly traffic: { readonly day: string; readonly bytes: number };
  /** Bytes per second, in both directions, over the last few reports. */
  readonly rate: number;
  /** Time of the last report in ms; before the first report, the time of registration. */
  readonly receivedAt: number;
}

type ExitState = 'live' | 'paused' | 'down';

/** An exit that has reached the operator's daily cap counts as paused. */
export function stateOf({ report, traffic, claims }: Exit): ExitState {
  if (report === null) return 'down';
  const { dayBytes } = claims.caps;
  const full = dayBytes !== null && traffic.bytes >= dayBytes;
  return report.state === 'open' && !full ? 'live' : 'paused';
}

/**
 * Destinations that are blocked at an exit: those of its ticket, and its public address. Behind a router that address is the router's, and
 * many routers show their administration page there to hosts of their own network.
 */
export function rulesOf({ claims, publicAddress }: Pick<Exit, 'claims' | 'publicAddress'>): ExitRules {
  const { rules } = claims;
  return publicAddress === null ? rules : { ...rules, networks: [...rules.networks, publicAddress] };
}

/** Assumed upload bandwidth of a home connection in bytes per second, if neither a cap nor a measurement is known. */
const defaultUpstream = 5_000_000;
/** Number of sessions at which an exit counts as full. */
const fullSessions = 50;

/** Returns the load from 0 to 1: the higher one of bandwidth and session count. */
export function loadOf(exit: Exit, sessions: number): number {
  const measured = exit.report?.line ?? null;
  const cap = exit.claims.caps.bytesPerSecond ?? Number.POSITIVE_INFINITY;
  // Each relayed byte uses the connection twice, once in each direction.
  const worth = measured === null ? null : Math.min(measured.downBytesPerSecond, measured.upBytesPerSecond);
  const capacity = Math.min(cap, worth ?? (cap === Number.POSITIVE_INFINITY ? defaultUpstream : cap));
  return Math.min(1, Math.max(sessions / fullSessions, exit.rate / capacity));
}

/** Returns the exit after a report received at `now` (milliseconds). `day` is today's date in UTC. */
export function received(
  exit: Exit,
  report: ExitReport,
  latencyMs: number | null,
  now: number,
  day: string,
): Exit {
  const before = exit.traffic.day === day ? exit.traffic.bytes : 0;
  const bytes = Math.max(before, report.carriedBytes);
  const seconds = Math.max(0.2, (now - exit.receivedAt) / 1_000);
  // The first report of a connection covers an interval that was not measured.
  const fresh = exit.report === null ? exit.rate : (bytes - before) / seconds;
  return {
    ...exit,
    report,
    latencyMs: latencyMs ?? exit.latencyMs,
    traffic: { day, bytes },
    rate: exit.rate * 0.7 + fresh * 0.3,
    receivedAt: now,
  };
}

/** Returns the view of the exit that sessions and the proxy use to choose and to connect. */
export function viewOf(
  exit: Exit,
  { sessions, draining, resolver }: { sessions: number; draining: boolean; resolver: string },
): ExitView {
  const { claims, slot, report } = exit;
  return {
    id: claims.exit,
    kind: 'node',
    country: claims.country,
    city: claims.city,
    use: claims.use,
    healthy: stateOf(exit) === 'live',
    draining,
    load: loadOf(exit, sessions),
    outlet: {
      kind: 'local',
      ipv4: slot.gateway.ipv4,
      ipv6: report?.ipv6 === true ? slot.gateway.ipv6 : null,
      resolver,
    },
    caps: claims.caps,
    rules: rulesOf(exit),
  };
}
