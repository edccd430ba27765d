import { ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import { resolveDedicatedIp } from './resolve-dedicated-ip.ts';
import type { Api } from '../platform/control-plane/api.ts';
import type { Dedicated, Goal } from '../model/goal.ts';
import type { Directory } from './directory.ts';

/** The result of a refresh: how the goal's dedicated IP is reached now. */
export interface Found {
  readonly dedicated?: Dedicated | undefined;
}

/** Fetches the newest list of gateways, and the gateway of the goal's dedicated address, which the list does not contain. */
export async function findGateways(
  directory: Pick<Directory, 'refresh'>,
  api: Api,
  { dedicated }: Goal,
  signal: AbortSignal,
): Promise<Result<Found, BlockReason>> {
  const refreshed = await directory.refresh(signal);
  if (!refreshed.ok) return refreshed;
  if (!dedicated) return ok({});
  const now = await resolveDedicatedIp(api, dedicated.serviceId, signal);
  return now.ok ? ok({ dedicated: now.value }) : now;
}
