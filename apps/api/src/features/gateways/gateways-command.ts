import { utcMinute } from '@comet/foundation';
import { sql } from 'kysely';
import {
  recordOperatorAction,
  type OperatorDeps,
  readArguments,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { blockPort } from './block-port.ts';
import { gatewaySources } from './credentials.store.ts';
import { drainGateway, leavingMs, readGateway, undrainGateway } from './drain-gateway.ts';
import { isOnline } from './gateways.store.ts';
import { planGateways } from './plan-command.ts';

/** Runs `gateways list|plan|drain|undrain|block-port|retire` and returns the outcome as a sentence, a table or JSON. */
export async function gatewaysCommand(
  deps: OperatorDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return listGateways(deps, args);
    case 'plan':
      return planGateways(deps, args);
    case 'drain':
      return drainGateway(deps, args);
    case 'undrain':
      return undrainGateway(deps, args);
    case 'block-port':
      return blockPort(deps, args);
    case 'retire':
      return retireGateway(deps, args);
    default:
      throw new Error(
        'Use gateways list|plan, gateways drain|undrain|retire GATEWAY, or gateways block-port GATEWAY PORT',
      );
  }
}

async function listGateways({ db, clock }: OperatorDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const [rows, sources] = await Promise.all([
    db
      .selectFrom('gateways')
      .select([
        'id',
        'locationCode',
        'ipv4',
        'version',
        'peers',
        'loadPercent',
        'lastHeardAt',
        'retiredAt',
        'drainingSince',
        'drainDeadline',
        'feedFault',
      ])
      .select(sql<boolean>`credential_key is not null`.as('isBound'))
      .orderBy('locationCode')
      .orderBy('createdAt')
      .execute(),
    gatewaySources(db),
  ]);
  const now = clock.now();
  return table(
    ['id', 'location', 'address', 'version', 'peers', 'load', 'state', 'credential', 'calls from'],
    rows.map(
      ({
        id,
        locationCode,
        ipv4,
        version,
        peers,
        loadPercent,
        lastHeardAt,
        retiredAt,
        drainingSince,
        drainDeadline,
        isBound,
        feedFault,
      }) => [
        ...[id, locationCode, ipv4, version ?? '-', `${peers ?? '-'}`],
        loadPercent === null ? '-' : `${loadPercent} %`,
        stateOf({ lastHeardAt, retiredAt, drainingSince, drainDeadline, feedFault }, now),
        isBound ? 'bound' : 'unbound',
        sources.get(id)?.join(', ') ?? '-',
      ],
    ),
  );
}

function stateOf(
  gateway: {
    readonly lastHeardAt: Date | null;
    readonly retiredAt: Date | null;
    readonly drainingSince: Date | null;
    readonly drainDeadline: Date | null;
    readonly feedFault: string | null;
  },
  now: Date,
): string {
  if (gateway.retiredAt !== null) return 'retired';
  if (gateway.feedFault !== null) return `failing: rejects its feed (${gateway.feedFault})`;
  if (!isOnline(gateway.lastHeardAt, now)) return 'away';
  if (gateway.drainingSince === null) return 'online';
  const { drainDeadline: until } = gateway;
  if (until === null) return 'draining';
  return now.getTime() > until.getTime() + leavingMs ? 'drained' : `draining until ${utcMinute(until)} UTC`;
}

/**
 * Permanently retires a gateway: its credential becomes invalid at once, clients are no longer sent to it, and its grants are sent to no
 * gateway. The data that it holds already stays valid there for at most 72 hours.
 */
async function retireGateway(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const id = readGateway(readArguments(args, { positions: ['GATEWAY'], options: [] }).named);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const retired = await trx
      .updateTable('gateways')
      .set({ retiredAt: now })
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      .returning(['locationCode', 'ipv4'])
      .executeTakeFirst();
    if (retired === undefined) throw new Error(`There is no gateway ${id} in service`);
    await trx.deleteFrom('gatewayChanges').where('gatewayId', '=', id).execute();
    await trx
      .updateTable('gatewayGrants')
      .set({ withdrawnAt: now })
      .where('gatewayId', '=', id)
      .where('withdrawnAt', 'is', null)
      .execute();
    const { locationCode: location, ipv4: address } = retired;
    await recordOperatorAction(trx, {
      ...deps,
      action: 'retire_gateway',
      details: { id, location, address },
      now,
    });
    return `The gateway at ${address} in ${location} was retired. Stop it now: it still accepts the customers it knows for up to 72 hours.`;
  });
}
