import { type ExitUse, exitSubject } from '@comet/admission';
import { type Clock, countryNameOf, utcMinute } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { OperatorAction } from '../../platform/database/schema.ts';
import { isOnline, revokeSubject } from '../gateways/index.ts';
import {
  isId,
  recordOperatorAction,
  readArguments,
  table,
  type CommandArguments,
  readIf,
  readWhole,
  readDegrees,
} from '../operator-commands/index.ts';
import { formatBounds } from './format-bounds.ts';
import { withdrawIn } from './change-exit.ts';
import { drainExit } from './drain-exit.ts';
import { inviteExit, anyCity, type ExitPlace } from './enrol-exit.ts';
import { exitSources } from './exit-addresses.store.ts';
import { dayOf, type StoredExit, lockExit } from './exits.store.ts';
import { parseDeniedDestinations } from './parse-denied-destinations.ts';

/** Reads `us-nyc`; a city without a location also needs its name and coordinates. Throws an Error with a message for the operator. */
async function placeFrom(
  trx: DatabaseTransaction,
  code: string,
  given: { readonly city?: string; readonly latitude?: string; readonly longitude?: string },
): Promise<ExitPlace> {
  const [, land = '', city = ''] = /^([a-z]{2})-([a-z0-9]{2,20})$/.exec(code) ?? [];
  const country = land.toUpperCase();
  if (city === anyCity) throw new Error(`${anyCity} isn’t a city code: it means the whole country`);
  if (countryNameOf(country) === null) throw new Error(`Not a location code such as us-nyc: ${code}`);
  const { city: cityName, latitude, longitude } = given;
  if (cityName !== undefined && latitude !== undefined && longitude !== undefined) {
    if (!/^[^\p{C}]{1,60}$/u.test(cityName)) throw new Error('A city must have 1 to 60 characters');
    const at = {
      latitude: readDegrees(latitude, 90, ['N', 'S']),
      longitude: readDegrees(longitude, 180, ['E', 'W']),
    };
    return { country, city, cityName, ...at };
  }
  const known = await trx
    .selectFrom('locations')
    .select(['city', 'latitude', 'longitude'])
    .where('code', 'in', [code, `${code}-home`, `${code}-shared`])
    .orderBy('code')
    .executeTakeFirst();
  if (known === undefined)
    throw new Error(`There is no location ${code}: specify --city NAME --latitude 40.71N --longitude 74.01W`);
  return { country, city, cityName: known.city, latitude: known.latitude, longitude: known.longitude };
}

interface ExitsCommandDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The operator's name, for the audit trail. */
  readonly operator: string;
}

/** Stops an exit, or resumes it after a stop or a drain. */
async function stopExit(deps: ExitsCommandDeps, args: CommandArguments, isStop: boolean): Promise<string> {
  const { named } = readArguments(args, { positions: ['EXIT'], options: [] });
  const [id = ''] = named;
  await change(deps, id, isStop ? 'stop_exit' : 'resume_exit', (now) => ({
    stoppedAt: isStop ? now : null,
    drainingSince: null,
    drainingUntil: null,
  }));
  return isStop ? `Exit ${id} stopped. Bring it back with exits resume.` : `Exit ${id} can reconnect.`;
}

/** Replaces the lists that are given as options. An empty list denies nothing. */
async function setRules(deps: ExitsCommandDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, {
    positions: ['EXIT'],
    options: ['ports', 'networks', 'names'],
  });
  const [id = ''] = named;
  const rules = parseDeniedDestinations(options);
  await change(deps, id, 'set_exit_rules', () => rules);
  return `${id} reconnects with the new rules.`;
}

/** Sets both limits: an option that is not given removes its limit. */
async function setCaps(deps: ExitsCommandDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, {
    positions: ['EXIT'],
    options: ['megabits', 'day-gigabytes'],
  });
  const [id = ''] = named;
  const whole = (text: string) => readWhole(text, { min: 1, max: 1_000_000 });
  const megabits = readIf(options.megabits, whole);
  const gigabytes = readIf(options['day-gigabytes'], whole);
  await change(deps, id, 'cap_exit', () => ({
    limitBytesPerSecond: megabits === undefined ? null : megabits * 125_000,
    limitDayBytes: gigabytes === undefined ? null : gigabytes * 1_000_000_000,
  }));
  return `${id} reconnects with the new limits.`;
}

/** Changes an exit, records the action, and revokes its earlier tickets so that the change takes effect at once. */
async function change(
  deps: ExitsCommandDeps,
  id: string,
  action: OperatorAction,
  changesAt: (now: Date) => Parameters<typeof setExit>[2],
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const exit = isId(id) ? await lockExit(trx, id) : null;
    if (exit === null) throw new Error(`There is no exit ${id}`);
    // The reconnect would end the sessions that are left.
    if (exit.drainingUntil !== null && (action === 'set_exit_rules' || action === 'cap_exit'))
      throw new Error(`Exit ${id} is draining: stop or resume it first`);
    const now = deps.clock.now();
    const changes = changesAt(now);
    await setExit(trx, id, changes);
    await recordOperatorAction(trx, { ...deps, action, details: { exit: id, ...changes }, now });
    await revokeSubject(trx, exitSubject(id), now);
  });
}

async function setExit(
  trx: DatabaseTransaction,
  id: string,
  changes: Partial<
    Pick<
      StoredExit,
      | 'stoppedAt'
      | 'drainingSince'
      | 'drainingUntil'
      | 'deniedPorts'
      | 'deniedNetworks'
      | 'deniedNames'
      | 'limitBytesPerSecond'
      | 'limitDayBytes'
    >
  >,
): Promise<void> {
  await trx.updateTable('exits').set(changes).where('id', '=', id).execute();
}

/** Runs `exits list|show|invite|drain|stop|resume|remove|rules|cap` and returns the outcome as a sentence or a table. */
export async function exitsCommand(
  deps: ExitsCommandDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return listExits(deps, args);
    case 'show':
      return showExit(deps, args);
    case 'invite':
      return invite(deps, args);
    case 'drain':
      return drainExit(deps, args);
    case 'stop':
      return stopExit(deps, args, true);
    case 'resume':
      return stopExit(deps, args, false);
    case 'remove':
      return removeExit(deps, args);
    case 'rules':
      return setRules(deps, args);
    case 'cap':
      return setCaps(deps, args);
    default:
      throw new Error(
        'Use exits list, exits show EXIT, exits invite us-nyc --use native, exits drain EXIT --hours 1, exits stop|resume|remove EXIT, exits rules EXIT --ports … --networks … --names …, or exits cap EXIT --megabits … --day-gigabytes …',
      );
  }
}

async function listExits({ db, clock }: ExitsCommandDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const now = clock.now();
  const rows = await db
    .selectFrom('exits')
    .selectAll()
    .where('withdrawnAt', 'is', null)
    .orderBy('country')
    .orderBy('city')
    .orderBy('id')
    .execute();
  const days = await db
    .selectFrom('exitDays')
    .select(['exitId', 'carriedBytes'])
    .where('day', '=', dayOf(now))
    .execute();
  const sources = await exitSources(db);
  const carried = (id: string) =>
    days.reduce((sum, day) => sum + (day.exitId === id ? day.carriedBytes : 0), 0);
  return table(
    [
      ...[
        'id',
        'country',
        'city',
        'use',
        'network',
        'state',
        'gateway',
        'line',
        'carried today',
        'agreed by',
      ],
      ...['credential', 'calls from'],
    ],
    rows.map((exit) => [
      ...[exit.id, exit.country, exit.city, exit.use, exit.network ?? '', stateOf(exit, now)],
      ...[exit.gatewayId ?? '', lineOf(exit), `${carried(exit.id)}`],
      `${exit.consentName}, ${dayOf(exit.consentedAt)}`,
      exit.credentialKey === null ? 'unbound' : 'bound',
      sources.get(exit.id)?.join(', ') ?? '-',
    ]),
  );
}

async function showExit({ db }: ExitsCommandDeps, args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['EXIT'], options: [] });
  const [id = ''] = named;
  const exit = isId(id)
    ? await db
        .selectFrom('exits')
        .selectAll()
        .where('id', '=', id)
        .where('withdrawnAt', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (exit === undefined) throw new Error(`There is no exit ${id}`);
  return formatBounds(exit);
}

/** `silent` means that no gateway has reported the exit recently. */
function stateOf({ stoppedAt, drainingUntil, paused, state, stateAt }: StoredExit, now: Date): string {
  if (stoppedAt !== null) return 'stopped';
  if (drainingUntil !== null) return `draining until ${utcMinute(drainingUntil)} UTC`;
  if (paused) return 'paused';
  if (state === null) return 'new';
  return isOnline(stateAt, now) ? state : 'silent';
}

/** Formats download and upload rate and round-trip time to the gateway: `93/18 Mbit/s, 12 ms`. Unknown values are left out. */
function lineOf({ lineDownBytesPerSecond: down, lineUpBytesPerSecond: up, latencyMs }: StoredExit): string {
  const megabits = (bytes: number) => String(Number((bytes / 125_000).toPrecision(2)));
  return [
    ...(down === null || up === null ? [] : [`${megabits(down)}/${megabits(up)} Mbit/s`]),
    ...(latencyMs === null ? [] : [`${latencyMs} ms`]),
  ].join(', ');
}

async function invite(deps: ExitsCommandDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, {
    positions: ['PLACE'],
    options: ['use', 'city', 'latitude', 'longitude'],
  });
  const use = readUse(options.use ?? 'native');
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const place = await placeFrom(trx, named[0] ?? '', options);
    const token = await inviteExit(trx, { ...place, use, operator: deps.operator }, now);
    await recordOperatorAction(trx, { ...deps, action: 'invite_exit', details: { ...place, use }, now });
    return token;
  });
}

function readUse(text: string): ExitUse {
  if (text !== 'native' && text !== 'shared' && text !== 'dedicated')
    throw new Error(`The use must be native, shared or dedicated, not ${text}`);
  return text;
}

/** Permanently withdraws an exit, as its owner can: its credential becomes invalid at once, and gateways drop it. */
async function removeExit(deps: ExitsCommandDeps, args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['EXIT'], options: [] });
  const [id = ''] = named;
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    if (!isId(id) || !(await withdrawIn(trx, id, now))) throw new Error(`There is no exit ${id}`);
    await recordOperatorAction(trx, { ...deps, action: 'remove_exit', details: { exit: id }, now });
  });
  return `${id} removed permanently: its credential no longer works. To come back, its owner needs a new invitation.`;
}
