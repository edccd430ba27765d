import { type Clock, countryNameOf, isIp } from '@comet/foundation';
import { centreOf } from '../../platform/country-centre.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { anyCity, makeLocation, formatBounds, parseDeniedDestinations } from '../exits/index.ts';
import { withdrawHeldBy } from '../grants/index.ts';
import {
  recordOperatorAction,
  readTextFile,
  readWhole,
  readArguments,
  table,
  type CommandArguments,
  isId,
  readIf,
} from '../operator-commands/index.ts';
import { lockUpstreams, grantUpstreamsIn } from './grant-upstreams.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly operator: string;
}

/** Shows the denied destinations and the limits of an upstream. */
async function showUpstream({ db }: Pick<Deps, 'db'>, args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['ID'], options: [] });
  const [id = ''] = named;
  const upstream = isId(id)
    ? await db.selectFrom('upstreams').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (upstream === undefined) throw new Error(`There is no upstream ${id}`);
  return formatBounds({ ...upstream, limitDayBytes: null });
}

/** Stops an upstream at every gateway at once, keeping its record, or resumes it. */
async function stopUpstream(deps: Deps, args: CommandArguments, isStop: boolean): Promise<string> {
  const { named } = readArguments(args, { positions: ['ID'], options: [] });
  const [id = ''] = named;
  const stoppedAt = isStop ? deps.clock.now() : null;
  await change(deps, id, isStop ? 'stop_upstream' : 'resume_upstream', { stoppedAt });
  return isStop
    ? `Provider ${id} stopped. Bring it back with upstreams resume.`
    : `Provider ${id} is back in service.`;
}

/** Replaces the lists that are given as options. An empty list denies nothing. */
async function setUpstreamRules(deps: Deps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, {
    positions: ['ID'],
    options: ['ports', 'networks', 'names'],
  });
  const [id = ''] = named;
  await change(deps, id, 'set_upstream_rules', parseDeniedDestinations(options));
  return `${id} reconnects with the new rules.`;
}

/** Sets the bandwidth limit per gateway and country; without a number it removes the limit. */
async function capUpstream(deps: Deps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['ID'], options: ['megabits'] });
  const [id = ''] = named;
  const megabits = readIf(options.megabits, (text) => readWhole(text, { min: 1, max: 1_000_000 }));
  const limitBytesPerSecond = megabits === undefined ? null : megabits * 125_000;
  await change(deps, id, 'cap_upstream', { limitBytesPerSecond });
  return `${id} reconnects with the new limit.`;
}

/** A grant is immutable: gateways get a new one, and connections through the endpoint start again. */
async function change(
  deps: Deps,
  id: string,
  action: 'set_upstream_rules' | 'cap_upstream' | 'stop_upstream' | 'resume_upstream',
  changes:
    | ReturnType<typeof parseDeniedDestinations>
    | { readonly limitBytesPerSecond: number | null }
    | { readonly stoppedAt: Date | null },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockUpstreams(trx);
    const now = deps.clock.now();
    const changed = isId(id)
      ? await trx
          .updateTable('upstreams')
          .set(changes)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
      : undefined;
    if (changed === undefined) throw new Error(`There is no upstream ${id}`);
    await recordOperatorAction(trx, { ...deps, action, details: { id, ...changes }, now });
    await withdrawHeldBy(trx, id, now);
    await grantUpstreamsIn(trx, now);
  });
}

interface UpstreamsCommandDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Pick<Sealer, 'seal'>;
  /** The name of the operator, for the audit trail. */
  readonly operator: string;
}

/**
 * Runs `upstreams list|show|add|stop|resume|rules|cap|remove` and returns the outcome as a sentence or a table. Passwords are not shown.
 */
export async function upstreamsCommand(
  deps: UpstreamsCommandDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return list(deps, args);
    case 'add':
      return add(deps, args);
    case 'show':
      return showUpstream(deps, args);
    case 'stop':
      return stopUpstream(deps, args, true);
    case 'resume':
      return stopUpstream(deps, args, false);
    case 'rules':
      return setUpstreamRules(deps, args);
    case 'cap':
      return capUpstream(deps, args);
    case 'remove':
      return remove(deps, args);
    default:
      throw new Error(
        'Use upstreams list, upstreams show|stop|resume ID, upstreams add http|socks5 HOST PORT --user TEMPLATE --password-file FILE --countries US,DE, upstreams rules ID --ports … --networks … --names …, upstreams cap ID --megabits …, or upstreams remove ID',
      );
  }
}

async function list({ db }: UpstreamsCommandDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const upstreams = await db.selectFrom('upstreams').selectAll().orderBy('id').execute();
  const states = await db.selectFrom('upstreamStates').select(['upstreamId', 'country', 'live']).execute();
  const liveOf = (id: string) =>
    new Set(states.filter(({ upstreamId, live }) => upstreamId === id && live).map(({ country }) => country));
  return table(
    ['id', 'protocol', 'host', 'port', 'use', 'state', 'countries', 'live'],
    upstreams.map(({ id, protocol, host, port, use, countries, stoppedAt }) => [
      ...[id, protocol, host, `${port}`, use, stoppedAt === null ? 'in service' : 'stopped'],
      countries.join(','),
      stoppedAt === null ? [...liveOf(id)].toSorted().join(',') : '',
    ]),
  );
}

/** The password comes from a file, because every user of a machine can read command lines. */
async function add(deps: UpstreamsCommandDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, {
    positions: ['PROTOCOL', 'HOST', 'PORT'],
    options: ['user', 'password-file', 'countries', 'use'],
  });
  const [protocol, host = '', port = ''] = named;
  if (protocol !== 'http' && protocol !== 'socks5') throw new Error('The protocol must be http or socks5');
  if (!isIp(host) && !/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(host))
    throw new Error(`Not a host such as proxy.example.com: ${host}`);
  const use = options.use ?? 'native';
  if (use !== 'native' && use !== 'shared') throw new Error('The use must be native or shared');
  const file = options['password-file'];
  if (file === undefined) throw new Error('Specify the password file: --password-file FILE');
  const kind = { protocol, use } as const;
  const upstream = {
    ...kind,
    host,
    port: readWhole(port, { min: 1, max: 65_535 }),
    usernameTemplate: readTemplate(options.user ?? ''),
    countries: readCountries(options.countries ?? ''),
  };
  const password = (await readTextFile(file)).trim();
  if (!/^[\x21-\x7e]{1,200}$/.test(password))
    throw new Error(`${file} must contain a single password without spaces`);
  const sealedPassword = deps.sealer.seal(password);
  return deps.db.transaction().execute(async (trx) => {
    await lockUpstreams(trx);
    const now = deps.clock.now();
    const { id } = await trx
      .insertInto('upstreams')
      .values({ ...upstream, sealedPassword, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordOperatorAction(trx, { ...deps, action: 'add_upstream', details: { id, ...upstream }, now });
    await grantUpstreamsIn(trx, now);
    for (const country of upstream.countries) await makeCountryLocation(trx, country, use);
    return `${host} added as ${id}, for all gateways.`;
  });
}

/** Creates the location of an upstream country, for tunnels in any city. */
async function makeCountryLocation(
  trx: DatabaseTransaction,
  country: string,
  use: 'native' | 'shared',
): Promise<void> {
  const middle = centreOf(country);
  if (middle === null) return;
  await makeLocation(trx, { country, city: anyCity, cityName: 'Any city', use, ...middle });
}

async function remove(deps: UpstreamsCommandDeps, args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['ID'], options: [] });
  const [id = ''] = named;
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`There is no upstream ${id}`);
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const removed = await trx
      .deleteFrom('upstreams')
      .where('id', '=', id)
      .returning('host')
      .executeTakeFirst();
    if (removed === undefined) throw new Error(`There is no upstream ${id}`);
    await recordOperatorAction(trx, { ...deps, action: 'remove_upstream', details: { id, ...removed }, now });
    await withdrawHeldBy(trx, id, now);
  });
  return `Provider ${id} removed.`;
}

/** `customer-{session}-country-{country}`: printable, without spaces or other placeholders. */
function readTemplate(text: string): string {
  const plain = text.replaceAll(/\{(country|city|session)\}/g, '');
  if (!/^[\x21-\x7e]{1,200}$/.test(text) || /[{}:]/.test(plain))
    throw new Error('Specify --user with a name; it can contain {country}, {city} and {session}');
  return text;
}

function readCountries(text: string): string[] {
  const countries = [...new Set(text.toUpperCase().split(','))];
  const wrong = countries.find((country) => countryNameOf(country) === null);
  if (wrong !== undefined) throw new Error(`Not a country code such as US: ${wrong}`);
  return countries;
}
