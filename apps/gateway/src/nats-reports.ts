import type { Log } from '@comet/foundation/log';
import type { Identity } from './features/enrolment/index.ts';
import type { NatsReports } from './features/metering/index.ts';
import type { ControlPlane } from './platform/control-plane/control-plane.ts';

interface NatsReportsParts {
  readonly servers: readonly string[];
  readonly controlPlane: ControlPlane;
  readonly log: Log;
  identity(): Pick<Identity, 'gatewayId' | 'credentialKey'>;
}

/** Opens the path of usage reports over NATS; `reports` is null where no servers are set. */
export async function openNatsReports({
  servers,
  controlPlane,
  log,
  identity,
}: NatsReportsParts): Promise<{ readonly reports: NatsReports | null; close(): Promise<void> }> {
  if (servers.length === 0) return { reports: null, close: () => Promise.resolve() };
  // Loaded only here: most installations have no NATS.
  const { connectNatsUsage } = await import('./platform/nats/nats-usage.ts');
  const transport = connectNatsUsage(servers, identity, controlPlane);
  let reported: string | null = '';
  return {
    reports: {
      transport,
      onNats({ failed }) {
        if (failed === reported) return;
        reported = failed;
        if (failed === null) log.info('Usage reports are sent over NATS');
        else log.warn({ reason: failed }, 'Usage reports are sent over HTTP');
      },
    },
    close: transport.close,
  };
}
