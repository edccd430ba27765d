import type { ExitUse } from '@comet/admission';
import { isId, noteAction, readWords, table, type Words } from '../operator/index.ts';
import { type ExitsCommandDeps, setCaps, setRules, stopExit } from './bound-exit.ts';
import { boundsInWords } from './bounds-in-words.ts';
import { exitSources } from './exit-addresses.store.ts';
import { dayOf, type StoredExit } from './exits.store.ts';
import { inviteExit } from './enrol-exit.ts';
import { placeFrom } from './place.ts';
import { withdrawIn } from './change-exit.ts';

/** `exits list|show|invite|stop|resume|remove|rules|cap`: what was done, in a sentence or a table. */
export async function exitsCommand(deps: ExitsCommandDeps, [verb, ...words]: Words): Promise<string> {
  switch (verb) {
    case 'list':
      return listExits(deps, words);
    case 'show':
      return showExit(deps, words);
    case 'invite':
      return invite(deps, words);
    case 'stop':
      return stopExit(deps, words, true);
    case 'resume':
      return stopExit(deps, words, false);
    case 'remove':
      return removeExit(deps, words);
    case 'rules':
      return setRules(deps, words);
    case 'cap':
      return setCaps(deps, words);
    default:
      throw new Error(
        'Say exits list, exits show EXIT, exits invite us-nyc --use native, exits stop|resume|remove EXIT, exits rules EXIT --ports … --networks … --names …, or exits cap EXIT --megabits … --day-gigabytes …',
      );
  }
}

async function listExits({ db, clock }: ExitsCommandDeps, words: Words): Promise<string> {
  readWords(words, { positions: [], options: [] });
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
    .where('day', '=', dayOf(clock.now()))
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
      ...[exit.id, exit.country, exit.city, exit.use, exit.network ?? '', stateOf(exit)],
      ...[exit.gatewayId ?? '', lineOf(exit), `${carried(exit.id)}`],
      `${exit.consentName}, ${dayOf(exit.consentedAt)}`,
      exit.credentialKey === null ? 'unbound' : 'bound',
      sources.get(exit.id)?.join(', ') ?? '-',
    ]),
  );
}

async function showExit({ db }: ExitsCommandDeps, words: Words): Promise<string> {
  const { named } = readWords(words, { positions: ['EXIT'], options: [] });
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
  return boundsInWords(exit);
}

function stateOf({ stoppedAt, paused, state }: StoredExit): string {
  if (stoppedAt !== null) return 'stopped';
  return paused ? 'paused' : (state ?? 'new');
}

/** Down and up, and to its gateway and back: `93/18 Mbit/s, 12 ms`. What is not known is left out. */
function lineOf({ lineDownBytesPerSecond: down, lineUpBytesPerSecond: up, latencyMs }: StoredExit): string {
  const megabits = (bytes: number) => String(Number((bytes / 125_000).toPrecision(2)));
  return [
    ...(down === null || up === null ? [] : [`${megabits(down)}/${megabits(up)} Mbit/s`]),
    ...(latencyMs === null ? [] : [`${latencyMs} ms`]),
  ].join(', ');
}

async function invite(deps: ExitsCommandDeps, words: Words): Promise<string> {
  const { named, options } = readWords(words, {
    positions: ['PLACE'],
    options: ['use', 'city', 'latitude', 'longitude'],
  });
  const use = readUse(options.use ?? 'native');
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const place = await placeFrom(trx, named[0] ?? '', options);
    const token = await inviteExit(trx, { ...place, use }, now);
    await noteAction(trx, { ...deps, action: 'invite_exit', details: { ...place, use }, now });
    return token;
  });
}

function readUse(text: string): ExitUse {
  if (text !== 'native' && text !== 'shared' && text !== 'dedicated')
    throw new Error(`The use is native, shared or dedicated, not ${text}`);
  return text;
}

/** Takes an exit out for good, as its owner could: its credential opens nothing from now on, and gateways let go of it. */
async function removeExit(deps: ExitsCommandDeps, words: Words): Promise<string> {
  const { named } = readWords(words, { positions: ['EXIT'], options: [] });
  const [id = ''] = named;
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    if (!isId(id) || !(await withdrawIn(trx, id, now))) throw new Error(`There is no exit ${id}`);
    await noteAction(trx, { ...deps, action: 'remove_exit', details: { exit: id }, now });
  });
  return `${id} is out for good: its credential is worth nothing. Its owner joins again with a new invitation.`;
}
