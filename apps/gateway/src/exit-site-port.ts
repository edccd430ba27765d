import type { OwnNetwork } from '@comet/contract';
import type { Logger } from 'pino';
import type { FeedEffect, FeedState } from './features/feed/index.ts';
import type { Lease } from './features/leases/index.ts';
import type { Ways } from './features/ways/index.ts';
import type { ExitsReport } from './exits-report.ts';
import type { DoorAnswer, DoorRequest } from './platform/door-request.ts';
import type { Addresses } from './platform/exit-rules.ts';
import type { WayTable } from './platform/way-table.ts';
import type { Settings } from './settings.ts';
import type { SliceAccountsParts } from './slice-accounts.ts';

export interface ExitSiteParts extends SliceAccountsParts {
  readonly settings: Settings;
  readonly identity: { readonly gatewayId: string; readonly wireguardPrivateKey: string };
  readonly serverPublicKey: string;
  readonly ipv6: boolean;
  /** Whether sessions may leave through providers' endpoints. */
  readonly relays: boolean;
  readonly feed: FeedState;
  readonly table: WayTable;
  /** The sessions of before a restart, and whom the rules hold back. */
  readonly sessions: Iterable<Lease>;
  readonly heldBack: readonly Addresses[];
  readonly random: () => number;
  readonly log: Logger;
  forget(addresses: readonly string[]): void;
}

/** Everything by which traffic leaves other than by the gateway's own addresses, and what it is paid with. */
export interface ExitSite {
  readonly ways: Ways;
  /** At the door, for the path of exits. */
  handle(request: DoorRequest): Promise<DoorAnswer>;
  /** To be told after every line of the feed. */
  heard(effect: FeedEffect): void;
  /** Tells sessions that are about to end that their way is gone, so that they look for another at once; resolves when they may have heard. */
  dismiss(hosts: readonly number[]): Promise<void>;
  /** To be told which machines are ours. */
  own(networks: readonly OwnNetwork[]): Promise<void>;
  report(): ExitsReport;
  /** Resolves when there is something new to report. */
  changed(): Promise<void>;
  /** Works until `signal`. */
  run(signal: AbortSignal): Promise<void>;
  /** Takes the exits' tunnels down. Where other tunnels stay, so does what refuses traffic that has lost its exit. */
  close(tunnels: 'end' | 'stay'): Promise<void>;
}
