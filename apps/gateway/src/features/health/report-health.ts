import { readFile } from 'node:fs/promises';
import type { BlockList } from '@comet/admission';
import { api, type FeedFault, type OpenvpnOffers, type RequestOf } from '@comet/contract';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';
import { BusyShare, processorTime } from './busy-share.ts';

/** Milliseconds. How busy it is, it knows after a while only. */
const rests = { first: 10_000, later: 30_000 };

/** What leaves by other ways than the gateway's own, as the report has it. */
type ExitsReport = Pick<RequestOf<typeof api.reportHealth>['body'], 'exits' | 'upstreams' | 'proxy'>;

/** Tells the control plane that the gateway is alive, at once, soon again and then twice a minute, until `signal` says to stop. */
export async function reportHealth(
  parts: {
    readonly controlPlane: ControlPlane;
    readonly version: string;
    peers(): number;
    openvpn(): OpenvpnOffers | null;
    readonly blockLists: readonly BlockList[];
    exits(): ExitsReport;
    feedFault(): FeedFault | null;
    onFailure(reason: string): void;
    /** Resolves when there is something new to tell. */
    changed(): Promise<void>;
    sleepUntil(change: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  const busy = new BusyShare();
  while (!signal.aborted) {
    // Asked for first: what changes while the report is on its way is told in the next.
    const change = parts.changed();
    const { version } = parts;
    const stat = await readFile('/proc/stat', 'utf8').catch(() => '');
    const loadPercent = busy.look(processorTime(stat), performance.now());
    const sums = { peers: parts.peers(), loadPercent };
    const offers = { openvpn: parts.openvpn(), blockLists: [...parts.blockLists] };
    const body = { version, ...sums, ...offers, feedFault: parts.feedFault(), ...parts.exits() };
    const reply = await parts.controlPlane.call(api.reportHealth, { body });
    if (!reply.ok) parts.onFailure(reply.error.reason);
    await parts.sleepUntil(change, loadPercent === null ? rests.first : rests.later, signal);
  }
}
