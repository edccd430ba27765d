import { sql } from 'kysely';
import {
  isId,
  recordAction,
  type OperatorDeps,
  readArguments,
  table,
  type CommandArguments,
} from '../operator/index.ts';
import { gatewaySources } from './credentials.store.ts';
import { isOnline } from './gateways.store.ts';
import { planGateways } from './plan-command.ts';

/** Runs `gateways list|plan|drain|resume|retire` and returns the outcome as a sentence, a table or JSON. */
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
    case 'resume':
      return resumeGateway(deps, args);
    case 'retire':
      return retireGateway(deps, args);
    default:
      throw new Error('Use gateways list|plan, or gateways drain|resume|retire GATEWAY');
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
        isBound,
        feedFault,
      }) => [
        ...[id, locationCode, ipv4, version ?? '-', `${peers ?? '-'}`],
        loadPercent === null ? '-' : `${loadPercent} %`,
        stateOf({ lastHeardAt, retiredAt, drainingSince, feedFault }, now),
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
    readonly feedFault: string | null;
  },
  now: Date,
): string {
  if (gateway.retiredAt !== null) return 'retired';
  if (gateway.feedFault !== null) return `failing: rejects its feed (${gateway.feedFault})`;
  if (!isOnline(gateway.lastHeardAt, now)) return 'away';
  return gateway.drainingSince === null ? 'online' : 'draining';
}

/** Reads the only argument of a command that changes a gateway. */
function gatewayIn(args: CommandArguments): string {
  const [id = ''] = readArguments(args, { positions: ['GATEWAY'], options: [] }).named;
  if (!isId(id)) throw new Error(`Not a gateway ID: ${id}`);
  return id;
}

/** Sends no new connections to a gateway: lists, tickets for exits, proxy endpoints and new configuration files leave it out. Open connections stay. */
async function drainGateway(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { ipv4, locationCode, peers } = await setDraining(deps, gatewayIn(args), true);
  return `The gateway at ${ipv4} in ${locationCode} gets no new connections. It last reported ${peers ?? 0} peers; gateways list shows how many are left.`;
}

async function resumeGateway(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { ipv4, locationCode } = await setDraining(deps, gatewayIn(args), false);
  return `The gateway at ${ipv4} in ${locationCode} gets new connections again.`;
}

async function setDraining({ db, clock, operator }: OperatorDeps, id: string, drains: boolean) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const gateway = await trx
      .updateTable('gateways')
      .set({ drainingSince: drains ? now : null })
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      .where('drainingSince', drains ? 'is' : 'is not', null)
      .returning(['locationCode', 'ipv4', 'peers'])
      .executeTakeFirst();
    if (gateway === undefined)
      throw new Error(
        `There is no gateway ${id} in service that ${drains ? 'takes connections' : 'is draining'}`,
      );
    const { locationCode: location, ipv4: address } = gateway;
    const action = drains ? 'drain_gateway' : 'resume_gateway';
    await recordAction(trx, { operator, action, details: { id, location, address }, now });
    return gateway;
  });
}

/**
 * Permanently retires a gateway: its credential becomes invalid at once, clients are no longer sent to it, and its grants are sent to no
 * gateway. The data that it holds already stays valid there for at most 72 hours.
 */
async function retireGateway(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const id = gatewayIn(args);
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
    await recordAction(trx, { ...deps, action: 'retire_gateway', details: { id, location, address }, now });
    return `The gateway at ${address} in ${location} was retired. Stop it now: it still accepts the customers it knows for up to 72 hours.`;
  });
}
