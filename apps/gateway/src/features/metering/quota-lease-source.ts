import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';
import type { QuotaLeaseSource, QuotaLeaseUse } from './quota-lease-ledger.ts';
import { reportUsage } from './report-usage.ts';
import type { UsageTransport } from '../../platform/nats/usage-transport.ts';

/** Usage reports over NATS, and a listener for a change of the path. */
export interface NatsReports {
  readonly transport: Pick<UsageTransport, 'send'>;
  onNats(outcome: { readonly failed: string | null }): void;
}

/** Accesses the ledger through two endpoints of the control plane; with `nats`, reports are sent over NATS where possible. */
export function quotaLeaseSource(
  { call }: Pick<ControlPlane, 'call'>,
  nats: NatsReports | null,
): QuotaLeaseSource {
  async function http(quotaLeases: readonly QuotaLeaseUse[]) {
    const reply = await call(api.reportUsage, { body: { slices: [...quotaLeases] } });
    return reply.ok ? ok(reply.value.unknown) : err('unreachable' as const);
  }
  return {
    async draw(quotaAccount, request) {
      const drawn = await call(api.reserveQuota, { body: { purse: quotaAccount, request } });
      if (drawn.ok) return ok(drawn.value);
      // A closed or unknown quota account is treated as an empty one.
      return err(drawn.error.kind === 'refused' ? 'empty' : 'unreachable');
    },
    report: nats === null ? http : reportUsage({ http, nats: nats.transport, onNats: nats.onNats }),
  };
}
