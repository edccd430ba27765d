import { type BlockList, listedBlockLists } from '@comet/admission';
import {
  api,
  type FeedFault,
  type OpenvpnOffers,
  type RequestOf,
  type WireguardTransport,
} from '@comet/contract';
import { readOrEmpty, sentByDefaultRoute, Throughput } from './throughput.ts';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';

/** CPU time since the machine started, in the kernel's ticks. */
interface ProcessorTime {
  readonly busy: number;
  readonly all: number;
}

/** Minimum interval in milliseconds; shorter ones are too inaccurate. */
const minInterval = 5_000;

/**
 * Parses /proc/stat's first line (proc_stat(5)). Time of low-priority processes counts as free, since they yield to the gateway; time that
 * the hypervisor took is not available. Null for other lines.
 */
export function processorTime(stat: string): ProcessorTime | null {
  const line = /^cpu +(\d+(?: \d+){7,})$/m.exec(stat)?.[1];
  if (line === undefined) return null;
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, stolen = 0] = line
    .split(' ')
    .map(Number);
  const busy = user + system + irq + softIrq + stolen;
  return { busy, all: busy + nice + idle + waiting };
}

/**
 * The used share of processor time between two readings, in percent from 0 to 100; null before the second. Load averages measure how
 * many processes wait, not the free time, and include the start of the machine for minutes.
 */
export class CpuUsage {
  #last: { readonly time: ProcessorTime; readonly at: number } | null = null;
  #percent: number | null = null;

  /** `now` in milliseconds. */
  update(time: ProcessorTime | null, now: number): number | null {
    if (time === null) return this.#percent;
    if (this.#last === null) this.#last = { time, at: now };
    const { time: before, at } = this.#last;
    if (now - at < minInterval || time.all <= before.all) return this.#percent;
    this.#percent = Math.round((100 * Math.max(0, time.busy - before.busy)) / (time.all - before.all));
    this.#last = { time, at: now };
    return this.#percent;
  }
}

/** Milliseconds between reports. The load is known only after the first interval. */
const intervals = { first: 10_000, later: 30_000 };

/** The part of the report about exits, providers and the proxy. */
type ExitsReport = Pick<RequestOf<typeof api.reportHealth>['body'], 'exits' | 'upstreams' | 'proxy'>;

/** Reports the gateway's health to the control plane: at once, soon again, then twice a minute, until `signal` is aborted. */
export async function reportHealth(
  parts: {
    readonly controlPlane: ControlPlane;
    readonly version: string;
    peers(): number;
    openvpn(): OpenvpnOffers | null;
    readonly blockLists: readonly BlockList[];
    readonly wireguardExtraPorts: readonly number[];
    wireguardTransports(): readonly WireguardTransport[];
    exits(): ExitsReport;
    feedFault(): FeedFault | null;
    onFailure(reason: string): void;
    /** Resolves when there is a change to report. */
    changed(): Promise<void>;
    sleepUntil(change: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  const busy = new CpuUsage();
  const throughput = new Throughput();
  const { blockLists, moreBlockLists } = listedBlockLists(parts.blockLists);
  while (!signal.aborted) {
    // Subscribes first, so that a change during a report is in the next one.
    const change = parts.changed();
    const { version } = parts;
    const loadPercent = busy.update(processorTime(await readOrEmpty('/proc/stat')), performance.now());
    const bytesPerSecond = throughput.update(await sentByDefaultRoute(), performance.now());
    const sums = { peers: parts.peers(), loadPercent, bytesPerSecond };
    const offers = {
      openvpn: parts.openvpn(),
      blockLists: [...blockLists],
      moreBlockLists: [...moreBlockLists],
      wireguardExtraPorts: [...parts.wireguardExtraPorts],
      wireguardTransports: [...parts.wireguardTransports()],
    };
    const body = { version, ...sums, ...offers, feedFault: parts.feedFault(), ...parts.exits() };
    const reply = await parts.controlPlane.call(api.reportHealth, { body });
    if (!reply.ok) parts.onFailure(reply.error.reason);
    await parts.sleepUntil(change, loadPercent === null ? intervals.first : intervals.later, signal);
  }
}
