import * as z from 'zod/mini';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { restoreAllOf } from '../grants/index.ts';
import { recordOperatorAction } from '../operator-commands/index.ts';
import { addDays } from '../plans/index.ts';
import { hasAccess } from '../subscription/index.ts';
import { findAccount } from './find-account.ts';
import type { SupportDeps } from './deps.ts';

const time = z.iso.datetime();

/** One app store subscription, as exported by the store's console. */
const entry = z.strictObject({
  account: z.string().check(z.minLength(1), z.maxLength(254)),
  source: z.enum(['app_store', 'play_store']),
  store_reference: z.string().check(z.regex(/^[\w.:-]{1,120}$/)),
  plan: z.string().check(z.minLength(1), z.maxLength(40)),
  started_at: time,
  active_until: time,
  renews: z.boolean(),
});

interface StoreSubscription {
  /** An address or an id. */
  readonly account: string;
  readonly source: 'app_store' | 'play_store';
  readonly storeReference: string;
  readonly planId: string;
  readonly startedAt: Date;
  readonly activeUntil: Date;
  readonly renews: boolean;
}

/** Parses a JSON array of store subscriptions. Throws one line per invalid entry: a file with errors is rejected as a whole. */
export function readStoreSubscriptions(text: string): readonly StoreSubscription[] {
  const json = parse(text);
  const wrong: string[] = [];
  const seen = new Set<string>();
  const read = json.flatMap((one, index): StoreSubscription[] => {
    const parsed = entry.safeParse(one);
    if (!parsed.success) {
      const what = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`);
      wrong.push(`Entry ${index + 1}: ${what.join('; ')}`);
      return [];
    }
    const { account, source, store_reference: storeReference, plan: planId, renews } = parsed.data;
    const [startedAt, activeUntil] = [new Date(parsed.data.started_at), new Date(parsed.data.active_until)];
    if (activeUntil <= startedAt) wrong.push(`Entry ${index + 1}: active_until is not after started_at`);
    const key = `${source} ${storeReference}`;
    if (seen.has(key)) wrong.push(`Entry ${index + 1}: ${key} stands in the file before`);
    seen.add(key);
    return [{ account, source, storeReference, planId, startedAt, activeUntil, renews }];
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return read;
}

function parse(text: string): readonly unknown[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('The file isn’t JSON');
  }
  if (!Array.isArray(json)) throw new Error('The file isn’t a JSON array of subscriptions');
  return json;
}

/** A store reports a renewal up to a day late; access continues meanwhile. */
const renewalGraceDays = 1;

/**
 * Imports app store subscriptions from a file in one transaction; entries that are already stored change nothing. Returns a sentence about
 * the result; throws one line per invalid entry.
 */
export async function importStoreSubscriptions(deps: SupportDeps, text: string): Promise<string> {
  const entries = readStoreSubscriptions(text);
  return deps.db.transaction().execute(async (trx) => {
    const wrong: string[] = [];
    let changed = 0;
    for (const [index, entry] of entries.entries()) {
      try {
        if (await importOne(deps, trx, entry)) changed += 1;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        wrong.push(`Entry ${index + 1}: ${error.message}`);
      }
    }
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    return `${entries.length} read, ${changed} new or changed.`;
  });
}

/** Returns true where the entry is new or changed. */
async function importOne(
  deps: SupportDeps,
  trx: DatabaseTransaction,
  entry: StoreSubscription,
): Promise<boolean> {
  const now = deps.clock.now();
  const account = await findAccount(trx, entry.account);
  const plan = await trx
    .selectFrom('plans')
    .select(['id', 'months', 'currency'])
    .where('id', '=', entry.planId)
    .executeTakeFirst();
  if (plan === undefined) throw new Error(`There is no plan ${entry.planId}`);
  await trx.selectFrom('users').select('id').where('id', '=', account.id).forNoKeyUpdate().execute();
  const known = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('source', '=', entry.source)
    .where('storeReference', '=', entry.storeReference)
    .forUpdate()
    .executeTakeFirst();
  if (known !== undefined && known.userId !== account.id)
    throw new Error(`${entry.storeReference} belongs to another account`);
  const accessUntil = addDays(entry.activeUntil, entry.renews ? renewalGraceDays : 0);
  const hasEnded = accessUntil <= now;
  const state = hasEnded ? 'expired' : entry.renews ? 'active' : 'cancelled';
  const isKnown =
    known !== undefined &&
    known.state === state &&
    known.planId === plan.id &&
    known.startedAt.getTime() === entry.startedAt.getTime() &&
    known.accessUntil.getTime() === accessUntil.getTime();
  if (isKnown) return false;
  const values = {
    ...({ planId: plan.id, months: plan.months, currency: plan.currency, state } as const),
    ...{
      startedAt: entry.startedAt,
      paidUntil: entry.activeUntil,
      activeUntil: entry.activeUntil,
      accessUntil,
    },
    endedAt: hasEnded ? (known?.endedAt ?? now) : null,
  };
  await trx
    .insertInto('subscriptions')
    .values({
      ...values,
      ...{ userId: account.id, orderId: null, source: entry.source, storeReference: entry.storeReference },
      ...{ paddleSubscriptionId: null, nextPaymentAmount: null, nextPaymentAt: null, paymentKind: null },
      ...{ paymentLastDigits: null, nextPaymentRequestedAt: null, createdAt: now },
    })
    .onConflict((conflict) => conflict.columns(['source', 'storeReference']).doUpdateSet(values))
    .execute();
  const hadAccess = known !== undefined && known.endedAt === null && known.accessUntil > now;
  if (hadAccess && hasEnded && !(await hasAccess(trx, account.id, now)))
    await deps.revoke(trx, { userId: account.id, slot: null });
  if (!hadAccess && !hasEnded) await restoreAllOf(trx, account.id, now);
  const { source, storeReference } = entry;
  const done = { operator: deps.operator, action: 'import_store_subscription', userId: account.id } as const;
  await recordOperatorAction(trx, { ...done, details: { source, storeReference, state }, now });
  return true;
}
