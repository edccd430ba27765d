import { isoMinute } from '@comet/foundation';
import {
  isId,
  recordOperatorAction,
  readArguments,
  readIf,
  readTime,
  table,
  type CommandArguments,
  type OperatorDeps,
} from '../operator-commands/index.ts';
import { allLocations } from '../locations/index.ts';
import { addUpdate, endIncident, lockIncident, openIncident, recentIncidents } from './incidents.store.ts';

const parts = ['accounts', 'gateways', 'residential'];

/** Runs `incidents list|open|update|close` and returns the outcome as a sentence or a table. */
export async function incidentsCommand(
  deps: OperatorDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return listIncidents(deps, args);
    case 'open':
      return reportIncident(deps, args);
    case 'update':
      return updateIncident(deps, args);
    case 'close':
      return closeIncident(deps, args);
    default:
      throw new Error(
        'Use incidents list, incidents open TITLE --about nl-ams --text … --since …, incidents update ID TEXT, or incidents close ID --text …',
      );
  }
}

async function listIncidents({ db, clock }: OperatorDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const incidents = await recentIncidents(db, clock.now());
  return table(
    ['id', 'about', 'title', 'from', 'until', 'updates'],
    incidents.map(({ id, subject, title, startedAt, endedAt, updates }) => [
      id,
      subject ?? '-',
      title ?? 'measured outage',
      isoMinute(startedAt),
      endedAt === null ? 'ongoing' : isoMinute(endedAt),
      `${updates.length}`,
    ]),
  );
}

/** Publishes an incident. Title and text appear on the status page. */
async function reportIncident(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, {
    positions: ['TITLE'],
    options: ['about', 'text', 'since'],
  });
  const title = readLine(named[0] ?? '', 'A title', 100);
  const text = readIf(options.text, readUpdate);
  const now = deps.clock.now();
  const startedAt = readIf(options.since, readTime) ?? now;
  if (startedAt > now) throw new Error('An incident can’t start in the future');
  const subject = options.about ?? null;
  const subjects = [...parts, ...(await allLocations(deps.db)).map(({ code }) => code)];
  if (subject !== null && !subjects.includes(subject))
    throw new Error(`--about must be ${parts.join(', ')} or the code of a location: ${subject}`);
  return deps.db.transaction().execute(async (trx) => {
    const id = await openIncident(trx, { title, subject, startedAt });
    if (text !== undefined) await addUpdate(trx, { incidentId: id, postedAt: now, body: text });
    await recordOperatorAction(trx, {
      ...deps,
      action: 'open_incident',
      details: { id, title, subject },
      now,
    });
    return `Published on the status page as ${id}.`;
  });
}

async function updateIncident(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['ID', 'TEXT'], options: [] });
  const [id = '', text = ''] = named;
  const body = readUpdate(text);
  const now = deps.clock.now();
  return withIncident(deps, id, async (trx) => {
    await addUpdate(trx, { incidentId: id, postedAt: now, body });
    await recordOperatorAction(trx, { ...deps, action: 'update_incident', details: { id, text: body }, now });
    return 'Update published.';
  });
}

async function closeIncident(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['ID'], options: ['text'] });
  const [id = ''] = named;
  const text = readIf(options.text, readUpdate);
  const now = deps.clock.now();
  return withIncident(deps, id, async (trx, { title, endedAt }) => {
    if (title === null) throw new Error('A measured outage ends by itself when the servers report again');
    if (endedAt !== null) throw new Error(`${id} ended at ${isoMinute(endedAt)}`);
    if (text !== undefined) await addUpdate(trx, { incidentId: id, postedAt: now, body: text });
    await endIncident(trx, id, now);
    await recordOperatorAction(trx, { ...deps, action: 'close_incident', details: { id }, now });
    return 'Incident closed.';
  });
}

type Transaction = Parameters<typeof lockIncident>[0];
type LockedIncident = NonNullable<Awaited<ReturnType<typeof lockIncident>>>;

function withIncident(
  { db }: OperatorDeps,
  id: string,
  change: (trx: Transaction, incident: LockedIncident) => Promise<string>,
): Promise<string> {
  if (!isId(id)) throw new Error(`Not an incident ID: ${id}`);
  return db.transaction().execute(async (trx) => {
    const incident = await lockIncident(trx, id);
    if (incident === undefined) throw new Error(`There is no incident ${id}`);
    return change(trx, incident);
  });
}

const readUpdate = (text: string): string => readLine(text, 'A text', 1000);

function readLine(text: string, what: string, maxLength: number): string {
  const line = text.trim();
  if (line === '' || line.length > maxLength || /\p{C}/u.test(line))
    throw new Error(`${what} must be one line of 1 to ${maxLength} characters`);
  return line;
}
