import { X509Certificate } from 'node:crypto';
import type { FeedFault } from '@comet/contract';
import { type Clock, unixSeconds } from '@comet/foundation';
import type { Metrics } from '@comet/observability';
import type { ExitsReport } from './exits-report.ts';
import type { Identity } from './features/enrolment/index.ts';
import { type ForwardingRefusal, forwardingRefusals } from './features/port-forwarding/index.ts';
import type { FeedState } from './features/feed/index.ts';
import type { PortForwardingController } from './port-forwarding-controller.ts';

/** What the gateway exports to Prometheus: counts, never an address or a customer. */
export interface GatewayFigures {
  readonly wireguardSessions: number;
  readonly openvpnSessions: number;
  /** Time since the control plane signed the last accepted heartbeat. */
  readonly feedAgeSeconds: number;
  readonly feedFault: FeedFault | null;
  readonly certificateDays: number;
  readonly exits: readonly { readonly state: 'live' | 'paused' | 'down' }[];
  readonly upstreams: readonly { readonly live: boolean }[];
  readonly forwardedPorts: number;
  /** Refused requests for forwarded ports since the start, by reason. */
  readonly forwardingRefusals: ReadonlyMap<ForwardingRefusal, number>;
}

export interface FigureParts {
  readonly feed: Pick<FeedState, 'receivedAt' | 'fault'>;
  readonly leases: { readonly size: number };
  readonly openvpn: { sessions(): number };
  readonly exitController: { report(): Pick<ExitsReport, 'exits' | 'upstreams'> };
  readonly portForwarding: Pick<PortForwardingController, 'figures'>;
  readonly clock: Clock;
  identity(): Pick<Identity, 'certificateChain'>;
}

/** Returns the figures at this moment. */
export function gatewayFigures(parts: FigureParts): GatewayFigures {
  const now = parts.clock.now();
  const { exits, upstreams } = parts.exitController.report();
  const { mappings, refusals } = parts.portForwarding.figures();
  const validTo = Date.parse(new X509Certificate(parts.identity().certificateChain).validTo);
  return {
    wireguardSessions: parts.leases.size,
    openvpnSessions: parts.openvpn.sessions(),
    feedAgeSeconds: Math.max(0, unixSeconds(now) - parts.feed.receivedAt),
    feedFault: parts.feed.fault,
    certificateDays: (validTo - now.getTime()) / (24 * 3600 * 1000),
    exits,
    upstreams,
    forwardedPorts: mappings,
    forwardingRefusals: refusals,
  };
}

/** Exports the figures; each scrape reads them again. */
export function registerGatewayMetrics(metrics: Metrics, read: () => GatewayFigures): void {
  metrics.gauges({
    title: 'gateway',
    help: {
      comet_gateway_tunnels: 'Tunnels by protocol',
      comet_gateway_feed_age_seconds: 'Time since the last accepted heartbeat of the change feed',
      comet_gateway_feed_fault: '1 while lines of the change feed are rejected',
      comet_gateway_certificate_days: 'Days until the certificate of the admission endpoint expires',
      comet_gateway_exits: 'Residential exits at this gateway by state',
      comet_gateway_upstreams: 'Endpoints of upstream providers by state',
      comet_gateway_forwarded_ports: 'Forwarded ports, TCP and UDP counted separately',
      comet_gateway_forwarding_refusals: 'Refused requests for forwarded ports since the start by reason',
    },
    read() {
      const figures = read();
      const states = ['live', 'paused', 'down'] as const;
      return {
        comet_gateway_tunnels: [
          { value: figures.wireguardSessions, labels: { protocol: 'wireguard' } },
          { value: figures.openvpnSessions, labels: { protocol: 'openvpn' } },
        ],
        comet_gateway_feed_age_seconds: [{ value: figures.feedAgeSeconds }],
        comet_gateway_feed_fault: [{ value: figures.feedFault === null ? 0 : 1 }],
        comet_gateway_certificate_days: [{ value: figures.certificateDays }],
        comet_gateway_exits: states.map((state) => ({
          value: figures.exits.filter((exit) => exit.state === state).length,
          labels: { state },
        })),
        comet_gateway_upstreams: [true, false].map((live) => ({
          value: figures.upstreams.filter((one) => one.live === live).length,
          labels: { state: live ? 'live' : 'down' },
        })),
        comet_gateway_forwarded_ports: [{ value: figures.forwardedPorts }],
        comet_gateway_forwarding_refusals: forwardingRefusals.map((reason) => ({
          value: figures.forwardingRefusals.get(reason) ?? 0,
          labels: { reason },
        })),
      };
    },
  });
}
