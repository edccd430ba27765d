import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';
import type { QuotaLeaseSource } from './quota-lease-ledger.ts';

/** Accesses the ledger through two endpoints of the control plane. */
export function quotaLeaseSource({ call }: Pick<ControlPlane, 'call'>): QuotaLeaseSource {
  return {
    async draw(quotaAccount, request) {
      const drawn = await call(api.reserveQuota, { body: { purse: quotaAccount, request } });
      if (drawn.ok) return ok(drawn.value);
      // A closed or unknown quota account is treated as an empty one.
      return err(drawn.error.kind === 'refused' ? 'empty' : 'unreachable');
    },
    async report(quotaLeases) {
      const reply = await call(api.reportUsage, { body: { slices: [...quotaLeases] } });
      return reply.ok ? ok(reply.value.unknown) : err('unreachable');
    },
  };
}
