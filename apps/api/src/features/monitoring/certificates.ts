import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Clock } from '@comet/foundation';
import type { Metrics, Reading } from '@comet/observability';

interface CertificateDeps {
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** The PEM certificates of our own CA, the current first. */
  readonly authorities: readonly string[];
  /** Our public addresses; only those with `https://` have a certificate. */
  readonly urls: readonly string[];
}

const dayMs = 24 * 3600 * 1000;
const timeout = 3_000;

/** Exports the days until each certificate expires: our CA's, and those that our public addresses present. */
export function exportCertificates({ metrics, clock, authorities, urls }: CertificateDeps): void {
  const hosts = [
    ...new Set(urls.filter((url) => url.startsWith('https://')).map((url) => new URL(url).host)),
  ];
  const days = (until: string) => (Date.parse(until) - clock.now().getTime()) / dayMs;
  metrics.gauges({
    title: 'certificates',
    cacheSeconds: 600,
    help: { comet_api_certificate_days: 'Days until the certificate expires' },
    async read() {
      const own = authorities.map((pem, position) => ({
        value: days(new X509Certificate(pem).validTo),
        labels: { certificate: `ca-${position + 1}` },
      }));
      const presented = await Promise.all(
        hosts.map(async (host): Promise<readonly Reading[]> => {
          const until = await validUntil(host);
          return until === null ? [] : [{ value: days(until), labels: { certificate: host } }];
        }),
      );
      return { comet_api_certificate_days: [...own, ...presented.flat()] };
    },
  });
}

/** Null where the address does not respond: another alert is for that. */
async function validUntil(address: string): Promise<string | null> {
  const { hostname, port } = new URL(`https://${address}`);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const socket = connect({
    host,
    port: port === '' ? 443 : Number(port),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // The date matters, also of a certificate that is expired already. Nothing is sent.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeout) });
    return socket.getPeerX509Certificate()?.validTo ?? null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
