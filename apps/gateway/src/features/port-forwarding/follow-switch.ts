import { api } from '@comet/contract';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';
import type { ForwardingSwitch } from './port-forwarding.ts';

/** Milliseconds between two requests without an announcement, for control planes that announce nothing, and until a failed one is retried. */
const interval = { usual: 30_000, failed: 5_000 };

/**
 * Reads the switch of the location, again after each announced change and at intervals, until `signal` is aborted. The last state stays in
 * use while the control plane is unavailable.
 */
export async function followSwitch(
  parts: {
    readonly controlPlane: Pick<ControlPlane, 'call'>;
    apply(control: ForwardingSwitch): Promise<void>;
    onFailure(reason: string): void;
    /** Resolves at the next announced change. */
    changed(): Promise<void>;
    sleepUntil(change: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // A change during the request may be missing in its reply.
    const changed = parts.changed();
    const reply = await parts.controlPlane.call(api.showPortForwarding, {});
    if (reply.ok) await parts.apply(reply.value);
    else parts.onFailure(reply.error.reason);
    await parts.sleepUntil(changed, reply.ok ? interval.usual : interval.failed, signal);
  }
}
