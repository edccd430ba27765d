import { utcMinute } from '@comet/foundation';
import { fleetTexts, plural, formatText } from '@comet/texts/operator-console';
import {
  type CommandArguments,
  isId,
  type OperatorDeps,
  readArguments,
  readIf,
  readTime,
  recordOperatorAction,
} from '../operator-commands/index.ts';
import { isSoleGateway } from './sole-gateway.store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Milliseconds from now to a deadline: clients read the list of gateways every five minutes. */
const limits = { min: 10 * minuteMs, max: 30 * dayMs };

/** Clients leave within five minutes after the deadline, and read it up to five minutes late. */
export const leavingMs = 10 * minuteMs;

const units: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs };

/** `30m`, `2h` or `1d` → milliseconds. */
function readDuration(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const factor = units[unit];
  if (digits === undefined || factor === undefined)
    throw new Error(`Not a duration such as 30m, 2h or 1d: ${text}`);
  return Number(digits) * factor;
}

/**
 * Runs `drain GATEWAY [--until TIME|--within DURATION] [--force]`: sends no new connections to a gateway. Lists, tickets for exits, proxy
 * endpoints and new configuration files leave it out. Open connections stay: until the deadline if there is one, when clients move to
 * another gateway. The deadline of a gateway that drains already can be changed. Throws without `--force` if no other gateway serves its
 * location.
 */
export async function drainGateway(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { named, options, flags } = readArguments(args, {
    positions: ['GATEWAY'],
    options: ['until', 'within'],
    flags: ['force'],
  });
  if (options.until !== undefined && options.within !== undefined)
    throw new Error('Use --until or --within, not both');
  const id = readGateway(named);
  const now = deps.clock.now();
  const within = readIf(options.within, readDuration);
  const until =
    readIf(options.until, readTime) ?? (within === undefined ? null : new Date(now.getTime() + within));
  const wait = until === null ? null : until.getTime() - now.getTime();
  if (wait !== null && (wait < limits.min || wait > limits.max))
    throw new Error('The deadline must be from 10 minutes to 30 days away');
  const { ipv4, locationCode, peers } = await deps.db.transaction().execute(async (trx) => {
    const gateway = await trx
      .selectFrom('gateways')
      .select(['id', 'locationCode', 'ipv4', 'peers', 'lastHeardAt'])
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      // Without a deadline there is nothing to change.
      .$if(until === null, (query) => query.where('drainingSince', 'is', null))
      .executeTakeFirst();
    const none = `There is no gateway ${id} in service that takes connections`;
    if (gateway === undefined) throw new Error(none);
    if (!flags.has('force') && (await isSoleGateway(trx, gateway, now, { lock: true })))
      throw new Error(`${soleGatewayWarning(gateway)} ${fleetTexts.drain.force}`);
    const { numUpdatedRows } = await trx
      .updateTable('gateways')
      .set(({ fn, val }) => ({
        drainingSince: fn.coalesce('drainingSince', val(now)),
        drainDeadline: until,
      }))
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      .$if(until === null, (query) => query.where('drainingSince', 'is', null))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error(none);
    const { locationCode: location, ipv4: address } = gateway;
    const details = { id, location, address, ...(until === null ? {} : { until }) };
    await recordOperatorAction(trx, { ...deps, action: 'drain_gateway', details, now });
    return gateway;
  });
  const left = `It last reported ${peers ?? 0} peers; gateways list shows how many are left.`;
  const begun = `The gateway at ${ipv4} in ${locationCode} gets no new connections.`;
  return until === null
    ? `${begun} ${left}`
    : `${begun} From ${utcMinute(until)} UTC on, clients move to another gateway, and it can be retired ten minutes later. ${left}`;
}

/** What a drain of the only gateway of a location means for its customers. */
export function soleGatewayWarning({
  locationCode: location,
  peers,
}: {
  readonly locationCode: string;
  readonly peers: number | null;
}): string {
  const count = peers ?? 0;
  const { sole, soleEffect } = fleetTexts.drain;
  return `${formatText(plural(count, sole), { location, count })} ${soleEffect}`;
}

/** Runs `undrain GATEWAY`: sends new connections to the gateway again, and clients stay. */
export async function undrainGateway(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const id = readGateway(readArguments(args, { positions: ['GATEWAY'], options: [] }).named);
  const now = deps.clock.now();
  const { ipv4, locationCode } = await deps.db.transaction().execute(async (trx) => {
    const gateway = await trx
      .updateTable('gateways')
      .set({ drainingSince: null, drainDeadline: null })
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      .where('drainingSince', 'is not', null)
      .returning(['locationCode', 'ipv4'])
      .executeTakeFirst();
    if (gateway === undefined) throw new Error(`There is no gateway ${id} in service that is draining`);
    const { locationCode: location, ipv4: address } = gateway;
    await recordOperatorAction(trx, {
      ...deps,
      action: 'resume_gateway',
      details: { id, location, address },
      now,
    });
    return gateway;
  });
  return `The gateway at ${ipv4} in ${locationCode} gets new connections again.`;
}

/** Reads the ID of a gateway; throws a sentence for the operator. */
export function readGateway([id = '']: readonly string[]): string {
  if (!isId(id)) throw new Error(`Not a gateway ID: ${id}`);
  return id;
}
