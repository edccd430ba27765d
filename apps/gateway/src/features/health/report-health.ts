import { availableParallelism, loadavg } from 'node:os';
import type { BlockList } from '@comet/admission';
import { api, type OpenvpnOffers, type RequestOf } from '@comet/contract';
import type { ControlPlane } from '../../platform/control-plane.ts';

const every = 30_000;

/** What leaves by other ways than the gateway's own, as the report has it. */
type ExitsReport = Pick<RequestOf<typeof api.reportHealth>['body'], 'exits' | 'upstreams' | 'proxy'>;

/** Tells the control plane that the gateway is alive, at once and then twice a minute, until `signal` says to stop. */
export async function reportHealth(
  parts: {
    readonly controlPlane: ControlPlane;
    readonly version: string;
    peers(): number;
    openvpn(): OpenvpnOffers | null;
    readonly blockLists: readonly BlockList[];
    exits(): ExitsReport;
    onFailure(reason: string): void;
    /** Resolves when there is something new to tell. */
    changed(): Promise<void>;
    sleepUntil(change: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Asked for first: what changes while the report is on its way is told in the next.
    const change = parts.changed();
    const { version } = parts;
    const sums = { peers: parts.peers(), loadPercent: loadPercent() };
    const offers = { openvpn: parts.openvpn(), blockLists: [...parts.blockLists] };
    const body = { version, ...sums, ...offers, ...parts.exits() };
    const reply = await parts.controlPlane.call(api.reportHealth, { body });
    if (!reply.ok) parts.onFailure(reply.error.reason);
    await parts.sleepUntil(change, every, signal);
  }
}

/** The one-minute load average per core, in percent. */
function loadPercent(): number {
  const [minute = 0] = loadavg();
  return Math.min(100_000, Math.round((minute / availableParallelism()) * 100));
}
