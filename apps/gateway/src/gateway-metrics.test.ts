import { createMetrics } from '@comet/observability';
import { scrape } from '@comet/observability/scrape';
import { manualClock } from '@comet/foundation';
import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { registerGatewayMetrics, gatewayFigures } from './gateway-metrics.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('exports tunnels, feed, certificate and exits of the moment', async () => {
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=gateway',
    notBefore: now,
    notAfter: new Date('2026-12-01T12:00:00Z'),
    keys: await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  });
  const clock = manualClock(now);
  const feed: { receivedAt: number; fault: 'unsigned' | null } = {
    receivedAt: now.getTime() / 1000,
    fault: null,
  };
  const leases = { size: 2 };
  const exit = { exit: 'e', carriedBytes: 0, latencyMs: null, line: null };
  const metrics = createMetrics();
  registerGatewayMetrics(metrics, () =>
    gatewayFigures({
      ...{ clock, feed, leases },
      openvpn: { sessions: () => 1 },
      exitController: {
        report: () => ({
          exits: [
            { ...exit, state: 'live' },
            { ...exit, state: 'down' },
          ],
          upstreams: [{ upstream: 'u', country: 'US', live: true, tunnels: false }],
        }),
      },
      portForwarding: { figures: () => ({ mappings: 3, refusals: new Map([['quota', 2]]) }) },
      identity: () => ({ certificateChain: certificate.toString('pem') }),
    }),
  );
  expect(await scrape(metrics, 'comet_gateway_')).toEqual([
    'comet_gateway_tunnels{protocol="wireguard"} 2',
    'comet_gateway_tunnels{protocol="openvpn"} 1',
    'comet_gateway_feed_age_seconds 0',
    'comet_gateway_feed_fault 0',
    'comet_gateway_certificate_days 10',
    'comet_gateway_exits{state="live"} 1',
    'comet_gateway_exits{state="paused"} 0',
    'comet_gateway_exits{state="down"} 1',
    'comet_gateway_upstreams{state="live"} 1',
    'comet_gateway_upstreams{state="down"} 0',
    'comet_gateway_forwarded_ports 3',
    ...['disabled', 'no_own_address', 'blocked', 'invalid', 'failed', 'wrong_nonce'].map(
      (reason) => `comet_gateway_forwarding_refusals{reason="${reason}"} 0`,
    ),
    'comet_gateway_forwarding_refusals{reason="quota"} 2',
    'comet_gateway_forwarding_refusals{reason="no_port"} 0',
    'comet_gateway_forwarding_refusals{reason="not_available"} 0',
  ]);
  clock.advance(90_000);
  feed.fault = 'unsigned';
  leases.size = 0;
  expect(await scrape(metrics, 'comet_gateway_')).toEqual(
    expect.arrayContaining([
      'comet_gateway_tunnels{protocol="wireguard"} 0',
      'comet_gateway_feed_age_seconds 90',
      'comet_gateway_feed_fault 1',
    ]),
  );
});
