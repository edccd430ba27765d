import { type Exit, stateOf } from './features/exits/index.ts';
import type { OwnNetwork } from '@comet/contract';
import type { Log } from '@comet/foundation/log';
import type { FeedEffect, FeedState } from './features/feed/index.ts';
import type { Lease } from './features/leases/index.ts';
import type { EgressRoutes } from './features/egress-routes/index.ts';
import type { AdmissionReply, AdmissionRequest } from './platform/admission-server/admission-request.ts';
import type { Addresses } from './platform/firewall/exit-rules.ts';
import type { EgressRouteTable } from './platform/firewall/egress-route-table.ts';
import type { Settings } from './settings.ts';
import type { QuotaLeaseAccountsParts } from './quota-lease-accounts.ts';

/** The exits' part of the health report. */
export interface ExitsReport {
  exits: {
    exit: string;
    state: 'live' | 'paused' | 'down';
    carriedBytes: number;
    latencyMs: number | null;
    line: { downBytesPerSecond: number; upBytesPerSecond: number } | null;
  }[];
  upstreams: { upstream: string; country: string; live: boolean; tunnels: boolean }[];
  proxy: { httpPort: number; socksPort: number } | null;
}

/** `proxy`: whether providers also serve tunnels, and the ports of the proxy. */
export function exitsReport(
  exits: Iterable<Exit>,
  upstreams: readonly Omit<ExitsReport['upstreams'][number], 'tunnels'>[],
  now: Date,
  proxy: { readonly servesTunnels: boolean; readonly ports: ExitsReport['proxy'] },
): ExitsReport {
  const today = now.toISOString().slice(0, 10);
  return {
    exits: [...exits].map((exit) => ({
      exit: exit.claims.exit,
      state: stateOf(exit),
      carriedBytes: exit.traffic.day === today ? exit.traffic.bytes : 0,
      latencyMs: exit.latencyMs,
      line: exit.report?.line ?? null,
    })),
    upstreams: upstreams.map((one) => ({ ...one, tunnels: proxy.servesTunnels })),
    proxy: proxy.ports,
  };
}

export interface ExitControllerParts extends QuotaLeaseAccountsParts {
  readonly settings: Settings;
  readonly identity: { readonly gatewayId: string; readonly wireguardPrivateKey: string };
  readonly serverPublicKey: string;
  readonly ipv6: boolean;
  /** Whether sessions may leave through providers' endpoints. */
  readonly servesTunnels: boolean;
  readonly feed: FeedState;
  readonly table: EgressRouteTable;
  /** The sessions restored after a restart, and those that the rules block. */
  readonly sessions: Iterable<Lease>;
  readonly blockedSessions: readonly Addresses[];
  readonly random: () => number;
  readonly log: Log;
  forget(addresses: readonly string[]): void;
}

/** All egress other than the gateway's own addresses, and its quota. */
export interface ExitController {
  readonly egressRoutes: EgressRoutes;
  /** Handles requests of exits at the admission endpoint. */
  handle(request: AdmissionRequest): Promise<AdmissionReply>;
  /** Called after every line of the feed. */
  received(effect: FeedEffect): void;
  /** Notifies sessions that are about to end that their egress route is gone, so that they reconnect at once; resolves after the time to deliver it. */
  notifyEnding(hosts: readonly number[]): Promise<void>;
  /** Sets the networks of our own machines. */
  own(networks: readonly OwnNetwork[]): Promise<void>;
  report(): ExitsReport;
  /** Resolves at the next change of the report. */
  changed(): Promise<void>;
  /** Runs until `signal`. */
  run(signal: AbortSignal): Promise<void>;
  /** Removes the exits' tunnels. With `stay`, the routes that block traffic without an exit stay. */
  close(tunnels: 'end' | 'stay'): Promise<void>;
}
