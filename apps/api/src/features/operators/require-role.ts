import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { OperatorRole } from '../../platform/database/schema.ts';
import { type CommandArguments, recordOperatorAction } from '../operator-commands/index.ts';
import { rolesForCommand } from './permissions.ts';

/** `finance or admin`. */
const either = (roles: readonly OperatorRole[]): string => roles.join(' or ');

/** Writes an audit entry for a page or command that the operator's role does not include. */
export async function recordRefusal(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  refused: { readonly operator: string; readonly details: Readonly<Record<string, unknown>> },
): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      recordOperatorAction(trx, { ...refused, action: 'operator_refused', now: clock.now() }),
    );
}

/** Returns the role of an operator of the console; null for any other account of the machine. */
async function roleOf(db: Database, name: string): Promise<OperatorRole | null> {
  const found = await db
    .selectFrom('operators')
    .select('role')
    .where('name', '=', name)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return found?.role ?? null;
}

/**
 * Throws an error for the operator if their role does not include a command. Other accounts of the machine have no role: they can read the
 * keys and the database, and run every command.
 */
export async function requireRole(
  deps: { readonly db: Database; readonly clock: Clock; readonly operator: string },
  command: string,
  args: CommandArguments,
): Promise<void> {
  const { operator } = deps;
  const role = await roleOf(deps.db, operator);
  const roles = rolesForCommand(command, args);
  if (role === null || roles.includes(role)) return;
  await recordRefusal(deps, { operator, details: { role, command } });
  throw new Error(`${operator} has the role ${role}, and ${command} needs the role ${either(roles)}`);
}
