import { randomUUID } from 'node:crypto';
import { giveFreeDays } from '../free-days/index.ts';
import { noteAction, readWhole, readWords, type Words } from '../operator/index.ts';
import { accountNamed } from './account.ts';
import type { SupportDeps } from './deps.ts';

/**
 * `grant-days EMAIL|ID DAYS [--for TICKET]`: gives an account days, once for a ticket. They count from the end of what is paid for, or wait
 * for the next plan. A sentence about what was done; throws one about what the operator has to do otherwise.
 */
export async function grantDays(deps: SupportDeps, words: Words): Promise<string> {
  const given = readWords(words, { positions: ['EMAIL', 'DAYS'], options: ['for'] });
  const [emailOrId = '', count = ''] = given.named;
  const days = readWhole(count, { min: 1, max: 366 });
  const account = await accountNamed(deps.db, emailOrId);
  const now = deps.clock.now();
  const cause = given.options.for ?? randomUUID();
  const isNew = await deps.db.transaction().execute(async (trx) => {
    const what = { userId: account.id, reason: 'operator', cause, days, at: now } as const;
    if (!(await giveFreeDays(deps, trx, what))) return false;
    const done = { operator: deps.operator, action: 'grant_days', userId: account.id } as const;
    await noteAction(trx, { ...done, details: { days, cause }, now });
    return true;
  });
  if (!isNew) throw new Error(`${account.email} was given days for ${cause} before; nothing was changed`);
  return `Gave ${account.email} ${days} ${days === 1 ? 'day' : 'days'}.`;
}
