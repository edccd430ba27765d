import { availableParallelism, loadavg } from 'node:os';
import { api } from '@comet/contract';
import type { ControlPlane } from '../../platform/control-plane.ts';

const every = 30_000;

/** Tells the control plane that the gateway is alive, at once and then twice a minute, until `signal` says to stop. */
export async function reportHealth(
  parts: {
    readonly controlPlane: ControlPlane;
    readonly version: string;
    peers(): number;
    onFailure(reason: string): void;
    sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const body = { version: parts.version, peers: parts.peers(), loadPercent: loadPercent() };
    const reply = await parts.controlPlane.call(api.reportHealth, { body });
    if (!reply.ok) parts.onFailure(reply.error.reason);
    await parts.sleep(every, signal);
  }
}

/** The one-minute load average per core, in percent. */
function loadPercent(): number {
  const [minute = 0] = loadavg();
  return Math.min(100_000, Math.round((minute / availableParallelism()) * 100));
}
