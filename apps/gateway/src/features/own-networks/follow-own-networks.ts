import { api, type OwnNetwork } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { ControlPlane, ControlPlaneFailure } from '../../platform/control-plane/control-plane.ts';

/** Milliseconds between two requests, and until a failed one is retried. */
const interval = { usual: 60_000, failed: 5_000 };

/** Networks of a page: far below the longest reply that the client reads. */
const pageSize = 2000;

/** A million addresses. A control plane whose pages have no end is a failure. */
const maxPages = 500;

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
    const reply = await readOwnNetworks(parts.controlPlane);
    if (reply.ok) {
      const text = JSON.stringify(reply.value);
      if (text !== last && (await parts.onNetworks(reply.value))) last = text;
    } else parts.onFailure(reply.error.reason);
    await parts.sleep(reply.ok ? interval.usual : interval.failed, signal);
  }
}

/** Returns the networks of all pages. A failure of one page is that of the list: an incomplete list would allow what is missing. */
async function readOwnNetworks(
  controlPlane: Pick<ControlPlane, 'call'>,
): Promise<Result<readonly OwnNetwork[], Pick<ControlPlaneFailure, 'reason'>>> {
  const networks: OwnNetwork[] = [];
  let next: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { limit: String(pageSize), ...(next === undefined ? {} : { after: next }) };
    const reply = await controlPlane.call(api.showOwnNetworks, { query });
    if (!reply.ok) return reply;
    networks.push(...reply.value.networks);
    next = reply.value.next;
    if (next === undefined) return ok(networks);
  }
  return err({ reason: 'the list of our own networks has no end' });
}
