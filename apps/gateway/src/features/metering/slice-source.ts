import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { ControlPlane } from '../../platform/control-plane.ts';
import type { SliceSource } from './slice-ledger.ts';

/** The ledger of the control plane behind its two endpoints. */
export function sliceSource({ call }: Pick<ControlPlane, 'call'>): SliceSource {
  return {
    async draw(purse, request) {
      const drawn = await call(api.drawSlice, { body: { purse, request } });
      if (drawn.ok) return ok(drawn.value);
      // A purse that is closed or unknown pays for nothing, as an empty one.
      return err(drawn.error.kind === 'refused' ? 'empty' : 'unreachable');
    },
    async report(slices) {
      const told = await call(api.reportUsage, { body: { slices: [...slices] } });
      return told.ok ? ok(told.value.unknown) : err('unreachable');
    },
  };
}
