import { err, ok, type Result } from '@comet/foundation';
import type { ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import type { PortalMonitor } from '../../portal/portal-monitor.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';

export type PortalCommandParts = Pick<PortalMonitor, 'checkNow' | 'open' | 'shut'>;

/** The commands of captive portals. */
export function portalCommandsOf(
  portal: PortalCommandParts,
  now: () => Promise<Result<Snapshot, RequestFailure>>,
) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });

  return {
    'portal.check': async () => {
      await portal.checkNow();
      return now();
    },
    'portal.open': async ({ pid }: ParamsOf<'portal.open'>, caller: Caller) => {
      if (!(await caller.isProcess(pid))) return refuse('not_your_process');
      const opened = await portal.open(pid);
      if (opened === null) return refuse('portal_none');
      if (opened === false) return refuse('portal_unavailable');
      // If the process has ended, another one may have its number: the moved process must be the checked one.
      if (!(await caller.isProcess(pid))) {
        await portal.shut();
        return refuse('not_your_process');
      }
      return ok(opened);
    },
  };
}
