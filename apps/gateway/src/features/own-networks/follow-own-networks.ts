import { api, type OwnNetwork } from '@comet/contract';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';

/** Milliseconds between two requests, and until a failed one is retried. */
const interval = { usual: 60_000, failed: 5_000 };

/** Polls the list of our own machines until `signal` is aborted. The last list stays in use while the control plane is unavailable. */
export async function followOwnNetworks(
  parts: {
    readonly controlPlane: Pick<ControlPlane, 'call'>;
    /** Called for each changed response; resolves with false on failure, to be called again. */
    onNetworks(networks: readonly OwnNetwork[]): Promise<boolean>;
    onFailure(reason: string): void;
    sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  let last = '';
  while (!signal.aborted) {
    const reply = await parts.controlPlane.call(api.showOwnNetworks, {});
    if (reply.ok) {
      const text = JSON.stringify(reply.value.networks);
      if (text !== last && (await parts.onNetworks(reply.value.networks))) last = text;
    } else parts.onFailure(reply.error.reason);
    await parts.sleep(reply.ok ? interval.usual : interval.failed, signal);
  }
}
