import {
  type CommandDeps,
  dollars,
  recordOperatorAction,
  readIf,
  readMoney,
  readWhole,
  readArguments,
  readYesNo,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';
import type { StoredPlan } from './plans.store.ts';
import { publishPlanPrice } from './seed.ts';

/** Runs `plans list` and `plans set ID --price 59.88 …` and returns the outcome as a sentence or a table. */
export async function plansCommand(deps: CommandDeps, [verb, ...args]: CommandArguments): Promise<string> {
  switch (verb) {
    case 'list':
      return listPlans(deps, args);
    case 'set':
      return setPlan(deps, args);
    default:
      throw new Error('Use plans list, or plans set ID --price 59.88');
  }
}

async function listPlans({ db }: CommandDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const plans = await db.selectFrom('plans').selectAll().orderBy('months').execute();
  const headings = [
    'id',
    'months',
    'price',
    'monthly-price',
    'discount',
    'trial-days',
    'free-months',
    'on-sale',
  ];
  return table(
    headings,
    plans.map((plan) => [
      plan.id,
      String(plan.months),
      dollars(plan.priceAmount),
      dollars(plan.monthlyPriceAmount),
      `${plan.discountPercent}%`,
      String(plan.trialDays),
      String(plan.freeMonths),
      plan.onSale ? 'yes' : 'no',
    ]),
  );
}

const options = ['price', 'monthly-price', 'discount', 'trial-days', 'free-months', 'on-sale'] as const;

/**
 * Changes the terms of a plan for new orders; existing orders and subscriptions keep theirs. Where Paddle sells the plan, new prices are
 * created there first, so that the plan can be bought at any time.
 */
async function setPlan(deps: CommandDeps, args: CommandArguments): Promise<string> {
  const { named, options: given } = readArguments(args, { positions: ['ID'], options });
  const [id = ''] = named;
  const before = await deps.db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
  if (before === undefined) throw new Error(`There is no plan ${id}`);
  if (Object.keys(given).length === 0)
    throw new Error(`Specify what to change: ${options.map((name) => `--${name}`).join(' ')}`);
  const wanted = {
    priceAmount: readIf(given.price, readMoney),
    monthlyPriceAmount: readIf(given['monthly-price'], readMoney),
    discountPercent: readIf(given.discount, (text) => readWhole(text, { min: 0, max: 99 })),
    trialDays: readIf(given['trial-days'], (text) => readWhole(text, { min: 0, max: 90 })),
    freeMonths: readIf(given['free-months'], (text) => readWhole(text, { min: 0, max: 12 })),
    onSale: readIf(given['on-sale'], readYesNo),
  };
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== undefined),
  ) as Partial<StoredPlan>;
  const after = { ...before, ...changes };
  validatePlan(after);
  const paddle = await pricesAtPaddle(deps, before, after);
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('plans')
      .set({ ...changes, ...paddle })
      .where('id', '=', id)
      .execute();
    const now = deps.clock.now();
    await recordOperatorAction(trx, { ...deps, action: 'set_plan', details: { id, ...changes }, now });
  });
  return `Plan ${id} updated for new orders. Existing orders don’t change.`;
}

function validatePlan(plan: StoredPlan): void {
  if (plan.trialDays > 0 && plan.freeMonths > 0)
    throw new Error('A plan can have free days or free months, not both');
  const full = plan.monthlyPriceAmount * plan.months;
  if (plan.priceAmount > full)
    throw new Error(
      `${plan.months} months cost ${dollars(full)} at the monthly price, less than ${dollars(plan.priceAmount)}`,
    );
  const percent = Math.round((1 - plan.priceAmount / full) * 100);
  if (plan.discountPercent !== percent)
    throw new Error(
      `${dollars(plan.priceAmount)} instead of ${dollars(full)} is ${percent}% off: add --discount ${percent}`,
    );
}

async function pricesAtPaddle(
  { catalogue }: CommandDeps,
  before: StoredPlan,
  after: StoredPlan,
): Promise<Partial<StoredPlan>> {
  const { paddleProductId: productId } = after;
  if (productId === null) return {};
  const isRepriced = after.priceAmount !== before.priceAmount;
  const needsTrial = after.trialDays > 0 && (isRepriced || after.trialDays !== before.trialDays);
  return {
    ...(isRepriced ? { paddlePriceId: await publishPlanPrice(catalogue, { ...after, productId }, 0) } : {}),
    ...(needsTrial
      ? { paddleTrialPriceId: await publishPlanPrice(catalogue, { ...after, productId }, after.trialDays) }
      : {}),
  };
}
