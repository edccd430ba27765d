import { type LocationType, locationTypes } from '@comet/contract/location-types';
import { countryNameOf } from '@comet/foundation';
import { announceSettings, gatewaysInService } from '../gateways/index.ts';
import {
  type OperatorDeps,
  recordOperatorAction,
  readDegrees,
  readIf,
  readArguments,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { allLocations } from './locations.store.ts';

/** Runs `locations list|add|set` and returns the outcome as a sentence or a table. */
export async function locationsCommand(
  deps: OperatorDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return listLocations(deps, args);
    case 'add':
      return addLocation(deps, args);
    case 'set':
      return setLocation(deps, args);
    default:
      throw new Error(
        'Use locations list, locations add CODE CITY LATITUDE LONGITUDE, or locations set CODE --type … --features …',
      );
  }
}

async function listLocations({ db, clock }: OperatorDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const [locations, gateways] = await Promise.all([allLocations(db), gatewaysInService(db, clock.now())]);
  return table(
    ['code', 'country', 'city', 'type', 'features', 'gateways', 'online'],
    locations.map(({ code, countryName, city, type, features }) => {
      const there = gateways.filter(({ locationCode }) => locationCode === code);
      const online = there.filter((gateway) => gateway.online);
      return [code, countryName, city, type, features.join(','), `${there.length}`, `${online.length}`];
    }),
  );
}

/** Adds a location where gateways may enrol. Its code begins with its country. */
async function addLocation(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const positions = ['CODE', 'CITY', 'LATITUDE', 'LONGITUDE'];
  const { named, options } = readArguments(args, { positions, options: ['type', 'features'] });
  const [code = '', city = '', latitude = '', longitude = ''] = named;
  if (!/^[a-z]{2}-[a-z0-9]{2,20}$/.test(code)) throw new Error(`Not a location code such as nl-ams: ${code}`);
  if (!/^[^\p{C}]{1,60}$/u.test(city)) throw new Error('A city must have 1 to 60 characters');
  const country = code.slice(0, 2).toUpperCase();
  const countryName = countryNameOf(country);
  if (countryName === null) throw new Error(`There is no country ${country}`);
  const location = {
    code,
    city,
    country,
    countryName,
    type: readIf(options.type, readType) ?? 'standard',
    features: readIf(options.features, readFeatures) ?? [],
    latitude: readDegrees(latitude, 90, ['N', 'S']),
    longitude: readDegrees(longitude, 180, ['E', 'W']),
  };
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('locations')
      .values(location)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('code')
      .executeTakeFirst();
    if (added === undefined) throw new Error(`${code} already exists`);
    await recordOperatorAction(trx, { ...deps, action: 'add_location', details: location, now });
  });
  return `${city}, ${countryName} added as ${code}. Gateways can now enrol there.`;
}

/** Changes a location's type and features. `--features ""` removes all features. */
async function setLocation(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['CODE'], options: ['type', 'features'] });
  const [code = ''] = named;
  const type = readIf(options.type, readType);
  const features = readIf(options.features, readFeatures);
  if (type === undefined && features === undefined)
    throw new Error('Specify what to change: --type, --features');
  const changes = {
    ...(type === undefined ? {} : { type }),
    ...(features === undefined ? {} : { features }),
  };
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const set = await trx
      .updateTable('locations')
      .set(changes)
      .where('code', '=', code)
      .returning('code')
      .executeTakeFirst();
    if (set === undefined) throw new Error(`There is no location ${code}`);
    await recordOperatorAction(trx, { ...deps, action: 'set_location', details: { code, ...changes }, now });
    const gateways = await trx
      .selectFrom('gateways')
      .select('id')
      .where('locationCode', '=', code)
      .where('retiredAt', 'is', null)
      .execute();
    await announceSettings(
      trx,
      gateways.map(({ id }) => id),
    );
  });
  return `${code} updated.`;
}

function readType(text: string): LocationType {
  const type = locationTypes.find((known) => known === text);
  if (type === undefined) throw new Error(`The type must be one of ${locationTypes.join(', ')}`);
  return type;
}

/** Reads `streaming,p2p`: labels that clients show, without duplicates. */
function readFeatures(text: string): string[] {
  const features = text === '' ? [] : text.split(',');
  const wrong = features.find((feature) => !/^[a-z0-9_]{1,30}$/.test(feature));
  if (wrong !== undefined) throw new Error(`Not a feature such as multi_hop: ${wrong}`);
  return [...new Set(features)];
}
