import type { Snapshot } from '@comet/tunnel-protocol';

/** Whether a snapshot differs from the one before by nothing but the counters of the tunnel that is up. */
export function countsOn(before: Snapshot | null | undefined, next: Snapshot | null): boolean {
  if (!before?.traffic || !next?.traffic || next.tunnel.state !== 'connected') return false;
  const { received, sent, lastHandshake } = before.traffic;
  return JSON.stringify(before) === JSON.stringify({ ...next, traffic: { received, sent, lastHandshake } });
}
