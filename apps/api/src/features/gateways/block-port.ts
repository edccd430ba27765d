import { isIpv4, isPort } from '@comet/foundation';
import {
  type CommandArguments,
  type OperatorDeps,
  readArguments,
  recordOperatorAction,
} from '../operator-commands/index.ts';
import { announceSettings } from './feed/change-feed.store.ts';
import { readGateway } from './drain-gateway.ts';
import { addPortBlock } from './port-blocks.store.ts';

/**
 * Runs `block-port GATEWAY PORT [--address DEDICATED-IP]`: the gateway ends at once all forwarded ports of the customer who holds
 * this one, or held it in the last hour, and refuses new ones for a week. Nobody learns which customer it is.
 */
export async function blockPort(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['GATEWAY', 'PORT'], options: ['address'] });
  const id = readGateway(named);
  const port = Number(named[1]);
  if (!/^\d{1,5}$/.test(named[1] ?? '') || !isPort(port)) throw new Error(`Not a port: ${named[1]}`);
  if (options.address !== undefined && !isIpv4(options.address))
    throw new Error(`Not an IPv4 address: ${options.address}`);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const gateway = await trx
      .selectFrom('gateways')
      .select(['ipv4', 'locationCode'])
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      .executeTakeFirst();
    if (gateway === undefined) throw new Error(`There is no gateway ${id} in service`);
    const address = options.address ?? gateway.ipv4;
    await addPortBlock(trx, { gatewayId: id, address, port }, now);
    const details = { id, location: gateway.locationCode, address, port };
    await recordOperatorAction(trx, { ...deps, action: 'block_forwarded_port', details, now });
    await announceSettings(trx, [id]);
    return `Port ${port} of ${address}: the gateway in ${gateway.locationCode} ends all forwarded ports of its holder now, and refuses new ones for a week.`;
  });
}
