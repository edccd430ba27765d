import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { OperatorRole } from '../../platform/database/schema.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { newSecretToken } from '../../platform/keys/secret-token.ts';
import {
  recordOperatorAction,
  type OperatorDeps,
  readArguments,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { deleteDevicesOf } from './devices.store.ts';
import { deletePasskeysOf } from './passkeys.store.ts';
import { newSecret, sealSecret } from '../two-factor/index.ts';

interface OperatorsCommandDeps extends OperatorDeps {
  readonly sealer: Sealer;
  /** The URL of the console; null if there is none. */
  readonly operatorConsoleUrl: string | null;
}

const linkHours = 24;

const operatorRoles: readonly OperatorRole[] = ['support', 'finance', 'admin'];

function readRole(text: string): OperatorRole {
  const role = operatorRoles.find((one) => one === text);
  if (role === undefined) throw new Error(`Use a role of ${operatorRoles.join(', ')} instead of ${text}`);
  return role;
}

/**
 * Runs `operators list|add|role|remove`, which manages console access. For an existing operator, `add` creates a new link, ends their
 * sessions and removes their passkeys; they keep their role unless `--role` names another. A new operator without `--role` is an admin.
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
    case 'role':
      return setRole(deps, args);
    case 'remove':
      return removeOperator(deps, args);
    default:
      throw new Error(
        'Use operators list, operators add NAME [--role ROLE], operators role NAME ROLE, or operators remove NAME',
      );
  }
}

async function listOperators({ db }: OperatorsCommandDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const rows = await db
    .selectFrom('operators')
    .select(['name', 'role', 'passwordHash', 'createdAt'])
    .where('removedAt', 'is', null)
    .orderBy('name')
    .execute();
  return table(
    ['name', 'role', 'since', 'state'],
    rows.map(({ name, role, passwordHash, createdAt }) => [
      ...[
        name,
        role,
        createdAt.toISOString().slice(0, 10),
        passwordHash === null ? 'not enrolled yet' : 'enrolled',
      ],
    ]),
  );
}

async function addOperator(deps: OperatorsCommandDeps, args: CommandArguments): Promise<string> {
  const { db, clock, sealer, operator, operatorConsoleUrl } = deps;
  const { named, options } = readArguments(args, { positions: ['NAME'], options: ['role'] });
  const [name = ''] = named;
  const given = options.role === undefined ? {} : { role: readRole(options.role) };
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
    ...given,
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
    await deletePasskeysOf(trx, ownId);
    await recordOperatorAction(trx, { operator, action: 'add_operator', details: { name, ...given }, now });
  });
  return `Send this link to ${name}; it works once, for a day:\n${operatorConsoleUrl}/ops/enrol?token=${token}`;
}

async function setRole(
  { db, clock, operator }: OperatorsCommandDeps,
  args: CommandArguments,
): Promise<string> {
  const [name = '', text = ''] = readArguments(args, { positions: ['NAME', 'ROLE'], options: [] }).named;
  const role = readRole(text);
  return db.transaction().execute(async (trx) => {
    const before = await lockOperator(trx, name);
    if (before === role) return `${name} has the role ${role} already.`;
    await trx.updateTable('operators').set({ role }).where('name', '=', name).execute();
    const details = { name, before, role };
    await recordOperatorAction(trx, { operator, action: 'set_operator_role', details, now: clock.now() });
    return `${name} has the role ${role} now, also where they are signed in.`;
  });
}

async function lockOperator(trx: DatabaseTransaction, name: string): Promise<OperatorRole> {
  const found = await trx
    .selectFrom('operators')
    .select('role')
    .where('name', '=', name)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Error(`There is no operator ${name}`);
  return found.role;
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
    await deletePasskeysOf(trx, removed.id);
    await recordOperatorAction(trx, { operator, action: 'remove_operator', details: { name }, now });
    return `${name} was signed out and can no longer sign in.`;
  });
}
