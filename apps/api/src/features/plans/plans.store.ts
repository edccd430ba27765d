import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type StoredPlan = Selectable<Schema['plans']>;
type PlanTerms = Omit<StoredPlan, 'onSale' | 'paddleProductId' | 'paddlePriceId' | 'paddleTrialPriceId'>;

/** The plans on sale, shortest first. */
export async function plansOnSale(db: Database): Promise<readonly StoredPlan[]> {
  return db.selectFrom('plans').selectAll().where('onSale', '=', true).orderBy('months').execute();
}

/** Returns the plan with this id; null if it does not exist or is not on sale. */
export async function planOnSale(db: Database, id: string): Promise<StoredPlan | null> {
  const plan = await db
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .where('onSale', '=', true)
    .executeTakeFirst();
  return plan ?? null;
}

/** Adds missing plans; existing plans keep the operator's changes. */
export async function addPlans(db: Database, plans: readonly PlanTerms[]): Promise<void> {
  const rows = plans.map((plan) => ({
    ...plan,
    onSale: true,
    paddleProductId: null,
    paddlePriceId: null,
    paddleTrialPriceId: null,
  }));
  await db
    .insertInto('plans')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function setPaddleIds(
  db: Database,
  planId: string,
  ids: Partial<Pick<StoredPlan, 'paddleProductId' | 'paddlePriceId' | 'paddleTrialPriceId'>>,
): Promise<void> {
  await db.updateTable('plans').set(ids).where('id', '=', planId).execute();
}
