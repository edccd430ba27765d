import type { daemonApi as contract, ReplyOf } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Api } from '../platform/control-plane/api.ts';
import { refusalReason } from '../platform/control-plane/refusal-reason.ts';
import type { Dedicated } from '../model/goal.ts';

type Service = ReplyOf<typeof contract.listServices>['services'][number];

/** How a service's address is reached, if a gateway has it. */
export function dedicatedOf({ id, address, gatewayId, online, state }: Service): Dedicated | null {
  if (state !== 'active' || address === null || gatewayId === null || !online) return null;
  return { serviceId: id, address, gatewayId };
}

/** How the account's dedicated address is reached now: it may have been exchanged for another, or have moved to another gateway. */
export async function resolveDedicatedIp(
  api: Api,
  serviceId: string,
  signal: AbortSignal,
): Promise<Result<Dedicated, BlockReason>> {
  const reply = await api.call('listServices', { signal });
  if (!reply.ok) return err(refusalReason(reply.error));
  const service = reply.value.services.find(({ id }) => id === serviceId);
  if (service?.state !== 'active') return err('address_ended');
  if (service.stopped) return err('spending_stopped');
  const dedicated = dedicatedOf(service);
  return dedicated === null ? err('exit_unavailable') : ok(dedicated);
}
