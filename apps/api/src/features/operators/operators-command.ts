import { randomUUID } from 'node:crypto';
import type { Sealer } from '../../platform/keys/seal.ts';
import { newSecretToken } from '../../platform/keys/secret-token.ts';
import {
  recordAction,
  type OperatorDeps,
  readArguments,
  table,
  type CommandArguments,
} from '../operator/index.ts';
import { deleteDevicesOf } from './devices.store.ts';
import { newSecret, sealSecret } from '../two-factor/index.ts';

interface OperatorsCommandDeps extends OperatorDeps {
  readonly sealer: Sealer;
  /** The URL of the console; null if there is none. */
  readonly operatorConsoleUrl: string | null;
}

const linkHours = 24;

/**
 * Runs `operators list|add|remove`, which manages console access. For an existing operator, `add` creates a new link and ends their
 * sessions.
 */
export async function operatorsCommand(
  deps: OperatorsCommandDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return listOperators(deps, args);
    case 'add':
      return addOperator(deps, args);
    case 'remove':
      return removeOperator(deps, args);
    default:
      throw new Error('Use operators list, operators add NAME, or operators remove NAME');
  }
}

async function listOperators({ db }: OperatorsCommandDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const rows = await db
    .selectFrom('operators')
    .select(['name', 'passwordHash', 'createdAt'])
    .where('removedAt', 'is', null)
    .orderBy('name')
    .execute();
  return table(
    ['name', 'since', 'state'],
    rows.map(({ name, passwordHash, createdAt }) => [
      ...[
        name,
        createdAt.toISOString().slice(0, 10),
        passwordHash === null ? 'not enrolled yet' : 'enrolled',
      ],
    ]),
  );
}

async function addOperator(deps: OperatorsCommandDeps, args: CommandArguments): Promise<string> {
  const { db, clock, sealer, operator, operatorConsoleUrl } = deps;
  const [name = ''] = readArguments(args, { positions: ['NAME'], options: [] }).named;
  if (!/^[a-z][a-z0-9-]{1,29}$/.test(name))
    throw new Error('A name must have 2 to 30 lowercase letters, digits and hyphens, starting with a letter');
  if (operatorConsoleUrl === null) throw new Error('The console isn’t configured: set CONSOLE_URL');
  const now = clock.now();
  const { token, hash } = newSecretToken();
  const id = randomUUID();
  const enrolment = {
    enrolmentHash: hash,
    enrolmentUntil: new Date(now.getTime() + linkHours * 3600_000),
    ...{ passwordHash: null, removedAt: null, lastStep: 0 },
  };
  await db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('operators')
      .select('id')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst();
    const ownId = known?.id ?? id;
    const totpSecret = sealSecret(sealer, ownId, newSecret());
    await trx
      .insertInto('operators')
      .values({ id: ownId, name, totpSecret, createdAt: now, ...enrolment })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ totpSecret, ...enrolment }))
      .execute();
    await trx.deleteFrom('operatorSessions').where('operatorId', '=', ownId).execute();
    await deleteDevicesOf(trx, ownId);
    await recordAction(trx, { operator, action: 'add_operator', details: { name }, now });
  });
  return `Send this link to ${name}; it works once, for a day:\n${operatorConsoleUrl}/ops/enrol?token=${token}`;
}

async function removeOperator(
  { db, clock, operator }: OperatorsCommandDeps,
  args: CommandArguments,
): Promise<string> {
  const [name = ''] = readArguments(args, { positions: ['NAME'], options: [] }).named;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const removed = await trx
      .updateTable('operators')
      .set({ removedAt: now, passwordHash: null, enrolmentHash: null, enrolmentUntil: null })
      .where('name', '=', name)
      .where('removedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (removed === undefined) throw new Error(`There is no operator ${name}`);
    await trx.deleteFrom('operatorSessions').where('operatorId', '=', removed.id).execute();
    await deleteDevicesOf(trx, removed.id);
    await recordAction(trx, { operator, action: 'remove_operator', details: { name }, now });
    return `${name} was signed out and can no longer sign in.`;
  });
}
