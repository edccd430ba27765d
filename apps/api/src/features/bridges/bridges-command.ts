import { readBridge, type Signer } from '@comet/admission';
import { type Clock, formatEndpoint, unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import {
  type CommandArguments,
  isId,
  readArguments,
  readTextFile,
  recordOperatorAction,
  table,
} from '../operator-commands/index.ts';
import { maxListedBridges } from './bridges.store.ts';
import { qrCode } from './qr-code.ts';
import { textOf } from './sign-text.ts';

interface BridgesCommandDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The key of the server list, which also signs texts with bridges. */
  readonly signer: Signer;
  /** The name of the operator, for the audit trail. */
  readonly operator: string;
}

const usage =
  'Use bridges list, bridges add FILE [--listed], bridges remove ID, or bridges text|qr [--only ID,ID]';

/** Runs `bridges list|add|remove|text|qr` and returns the outcome as a sentence, a table, a signed text or its QR code. */
export async function bridgesCommand(
  deps: BridgesCommandDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return list(deps, args);
    case 'add':
      return add(deps, args);
    case 'remove':
      return remove(deps, args);
    case 'text':
      return signedText(deps, args);
    case 'qr':
      return qrCode(await signedText(deps, args));
    default:
      throw new Error(usage);
  }
}

async function list({ db }: BridgesCommandDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const bridges = await db.selectFrom('bridges').selectAll().orderBy('createdAt').orderBy('id').execute();
  return table(
    ['id', 'kind', 'address', 'given by', 'added'],
    bridges.map(({ id, line, listed, createdAt }) => {
      const bridge = readBridge(line);
      return [
        id,
        bridge?.kind ?? '',
        bridge === null ? '' : formatEndpoint(bridge),
        listed ? 'server list' : 'text',
        createdAt.toISOString().slice(0, 10),
      ];
    }),
  );
}

/** The lines come from a file, because every user of a machine can read command lines. */
async function add(deps: BridgesCommandDeps, args: CommandArguments): Promise<string> {
  const { named, flags } = readArguments(args, { positions: ['FILE'], options: [], flags: ['listed'] });
  const [file = ''] = named;
  const isListed = flags.has('listed');
  const lines = (await readTextFile(file)).split(/\s+/).filter((line) => line !== '');
  const bridges = lines.flatMap((line) => readBridge(line) ?? []);
  if (lines.length === 0 || bridges.length < lines.length)
    throw new Error(`${file} must contain the lines that comet-bridge printed, and nothing else`);
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    // One after the other, so that the limit holds.
    await sql`lock table bridges in share row exclusive mode`.execute(trx);
    const added = await trx
      .insertInto('bridges')
      .values(lines.map((line) => ({ line, listed: isListed, createdAt: now })))
      .onConflict((conflict) => conflict.column('line').doUpdateSet({ listed: isListed }))
      .returning('id')
      .execute();
    const { listed } = await trx
      .selectFrom('bridges')
      .select(({ fn }) => fn.countAll<number>().as('listed'))
      .where('listed', '=', true)
      .executeTakeFirstOrThrow();
    if (Number(listed) > maxListedBridges)
      throw new Error(`The server list has room for ${maxListedBridges} bridges: remove some first`);
    const ids = added.map(({ id }) => id);
    const details = { ids, listed: isListed, addresses: bridges.map((one) => formatEndpoint(one)) };
    await recordOperatorAction(trx, { ...deps, action: 'add_bridges', details, now });
    return ids.map((id) => `Bridge ${id} added.`).join('\n');
  });
}

async function remove(deps: BridgesCommandDeps, args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['ID'], options: [] });
  const [id = ''] = named;
  return deps.db.transaction().execute(async (trx) => {
    const removed = isId(id)
      ? await trx.deleteFrom('bridges').where('id', '=', id).returning('line').executeTakeFirst()
      : undefined;
    if (removed === undefined) throw new Error(`There is no bridge ${id}`);
    const bridge = readBridge(removed.line);
    const address = bridge === null ? null : formatEndpoint(bridge);
    const details = { id, address };
    await recordOperatorAction(trx, { ...deps, action: 'remove_bridge', details, now: deps.clock.now() });
    return `Bridge ${id} removed. Clients with a text that contains it try it until the text expires.`;
  });
}

/** A signed text with as many of the bridges as fit: the given ones, or the newest that are not in the server list. */
async function signedText(deps: BridgesCommandDeps, args: CommandArguments): Promise<string> {
  const { options } = readArguments(args, { positions: [], options: ['only'] });
  const ids = options.only?.split(',') ?? null;
  if (ids?.every(isId) === false) throw new Error(usage);
  const base = deps.db
    .selectFrom('bridges')
    .select(['id', 'line'])
    .orderBy('createdAt', 'desc')
    .orderBy('id');
  const rows = await (ids === null
    ? base.where('listed', '=', false)
    : base.where('id', 'in', ids)
  ).execute();
  const missing = ids?.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw new Error(`There is no bridge ${missing}`);
  const now = deps.clock.now();
  const text = textOf(deps.signer, rows, unixSeconds(now));
  if (text === null)
    throw new Error('There is no bridge for a text: add one without --listed, or name some with --only');
  await deps.db.transaction().execute((trx) =>
    recordOperatorAction(trx, {
      ...{ operator: deps.operator, action: 'sign_bridge_text', now },
      details: { ids: ids ?? 'newest' },
    }),
  );
  return text;
}
