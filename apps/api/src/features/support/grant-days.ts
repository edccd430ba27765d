import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { giveFreeDays } from '../free-days/index.ts';
import {
  isId,
  recordOperatorAction,
  readWhole,
  readArguments,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { findAccount } from './find-account.ts';
import type { SupportDeps } from './deps.ts';

/**
 * `grant-days EMAIL|ID DAYS [--for TICKET | --once WORD]`: gives an account free days, once per ticket or word. They count from the end of
 * the paid period, or wait for the next plan. Returns a sentence about the result; throws one about what the operator has to do otherwise.
 */
export async function grantDays(deps: SupportDeps, args: CommandArguments): Promise<string> {
  const given = readArguments(args, { positions: ['EMAIL', 'DAYS'], options: ['for', 'once'] });
  const [emailOrId = '', count = ''] = given.named;
  const days = readWhole(count, { min: 1, max: 366 });
  const account = await findAccount(deps.db, emailOrId);
  const now = deps.clock.now();
  const { for: ticket, once } = given.options;
  if (ticket !== undefined && once !== undefined)
    throw new Error('Use --for TICKET or --once WORD, not both');
  const cause = ticket === undefined ? (once ?? randomUUID()) : await ticketOf(deps.db, ticket, account);
  const isNew = await deps.db.transaction().execute(async (trx) => {
    const what = { userId: account.id, reason: 'operator', cause, days, at: now } as const;
    if (!(await giveFreeDays(deps, trx, what))) return false;
    const done = { operator: deps.operator, action: 'grant_days', userId: account.id } as const;
    await recordOperatorAction(trx, { ...done, details: { days, cause }, now });
    return true;
  });
  if (!isNew) throw new Error(`${account.email} already got days for ${cause}; nothing was changed`);
  return `Gave ${account.email} ${days} ${days === 1 ? 'day' : 'days'}.`;
}

/**
 * Returns the id of a ticket that belongs to the account or has no account (contact form or mail). Throws where there is none, or it
 * belongs to another account.
 */
async function ticketOf(
  db: Database,
  given: string,
  account: { readonly id: string; readonly email: string },
): Promise<string> {
  const ticket = isId(given)
    ? await db
        .selectFrom('supportTickets')
        .select(['id', 'userId'])
        .where('id', '=', given)
        .executeTakeFirst()
    : undefined;
  if (ticket === undefined)
    throw new Error(
      `There is no ticket ${given}: find its ID with tickets list --all yes, or use --once WORD`,
    );
  if (ticket.userId !== null && ticket.userId !== account.id)
    throw new Error(`Ticket ${given} belongs to another customer, not to ${account.email}`);
  return ticket.id;
}
