import { isoMinute } from '@comet/foundation';
import {
  type CommandDeps,
  recordOperatorAction,
  readIf,
  readMoney,
  readWhole,
  readArguments,
  type CommandArguments,
  dollars,
  table,
  readTime,
  readYesNo,
} from '../operator-commands/index.ts';

/** Options for the period, plans and number of uses of a coupon. */
const window = ['plans', 'from', 'until', 'total', 'each', 'first-purchase'] as const;

const count = (text: string) => (text === 'any' ? null : readWhole(text, { min: 1, max: 10_000_000 }));

/** Reads the terms that may change while a coupon is in use. Its reduction must not change: orders and Paddle hold copies of it. */
async function readTerms(
  { db }: CommandDeps,
  given: { readonly [Name in (typeof window)[number]]?: string },
) {
  const plans = readIf(given.plans, (text) => (text === 'all' ? [] : text.split(',')));
  if (plans !== undefined && plans.length > 0) {
    const known = await db.selectFrom('plans').select('id').where('id', 'in', plans).execute();
    const unknown = plans.filter((id) => !known.some((plan) => plan.id === id));
    if (unknown.length > 0) throw new Error(`There is no plan ${unknown.join(', ')}`);
  }
  const terms = {
    plans,
    startsAt: readIf(given.from, readTime),
    endsAt: readIf(given.until, readTime),
    totalLimit: readIf(given.total, count),
    userLimit: readIf(given.each, count),
    firstPurchaseOnly: readIf(given['first-purchase'], readYesNo),
  };
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)) as {
    [Name in keyof typeof terms]?: Exclude<(typeof terms)[Name], undefined>;
  };
}

function validatePeriod(startsAt: Date | null, endsAt: Date | null): void {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw new Error('A coupon can’t end before it starts');
}

function readCode(text = ''): string {
  const code = text.toUpperCase();
  if (!/^[A-Z0-9-]{3,40}$/.test(code))
    throw new Error(`A code must have 3 to 40 letters, digits and hyphens: ${text}`);
  return code;
}

/** Runs `coupons list|add|set|end` and returns the outcome as a sentence or a table. */
export async function couponsCommand(deps: CommandDeps, [verb, ...args]: CommandArguments): Promise<string> {
  switch (verb) {
    case 'list':
      return listCoupons(deps, args);
    case 'add':
      return addCoupon(deps, args);
    case 'set':
      return setCoupon(deps, args);
    case 'end':
      return endCoupon(deps, args);
    default:
      throw new Error(
        'Use coupons list, coupons add CODE --percent 20, coupons set CODE --until DAY, or coupons end CODE',
      );
  }
}

async function addCoupon(deps: CommandDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, {
    positions: ['CODE'],
    options: ['percent', 'amount', ...window],
  });
  const code = readCode(named[0]);
  const percent = readIf(options.percent, (text) => readWhole(text, { min: 1, max: 100 })) ?? null;
  const amount = readIf(options.amount, readMoney) ?? null;
  if ((percent === null) === (amount === null))
    throw new Error('Specify the discount: --percent 20 or --amount 5.00');
  const terms = await readTerms(deps, options);
  validatePeriod(terms.startsAt ?? null, terms.endsAt ?? null);
  const createdAt = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('coupons')
      .values({
        ...{ code, percent, amount, createdAt },
        currency: 'USD',
        plans: terms.plans ?? [],
        startsAt: terms.startsAt ?? null,
        endsAt: terms.endsAt ?? null,
        totalLimit: terms.totalLimit ?? null,
        // One use per customer by default.
        userLimit: terms.userLimit === undefined ? 1 : terms.userLimit,
        firstPurchaseOnly: terms.firstPurchaseOnly ?? false,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) throw new Error(`Coupon ${code} already exists`);
    const details = { code, percent, amount, ...terms };
    await recordOperatorAction(trx, { ...deps, action: 'add_coupon', details, now: createdAt });
  });
  return `Coupon ${code} added. Its link ends in /claim-offer/?code=${code}`;
}

async function setCoupon(deps: CommandDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['CODE'], options: window });
  const code = readCode(named[0]);
  const terms = await readTerms(deps, options);
  if (Object.keys(terms).length === 0)
    throw new Error(`Specify what to change: ${window.map((name) => `--${name}`).join(' ')}`);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('coupons')
      .select(['startsAt', 'endsAt'])
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new Error(`There is no coupon ${code}`);
    validatePeriod(terms.startsAt ?? before.startsAt, terms.endsAt ?? before.endsAt);
    await trx.updateTable('coupons').set(terms).where('code', '=', code).execute();
    await recordOperatorAction(trx, { ...deps, action: 'set_coupon', details: { code, ...terms }, now });
  });
  return `Coupon ${code} updated.`;
}

async function endCoupon(deps: CommandDeps, words: CommandArguments): Promise<string> {
  const { named } = readArguments(words, { positions: ['CODE'], options: [] });
  const code = readCode(named[0]);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    // A coupon that has not begun never becomes valid.
    const ended = await trx
      .updateTable('coupons')
      .set((set) => ({
        endsAt: now,
        startsAt: set.case().when('startsAt', '<', now).then(set.ref('startsAt')).else(null).end(),
      }))
      .where('code', '=', code)
      .returning('id')
      .executeTakeFirst();
    if (ended === undefined) throw new Error(`There is no coupon ${code}`);
    await recordOperatorAction(trx, { ...deps, action: 'end_coupon', details: { code }, now });
  });
  return `Coupon ${code} has ended. Orders already being paid keep it.`;
}

/** Lists every coupon with its terms and number of uses. */
async function listCoupons({ db }: CommandDeps, words: CommandArguments): Promise<string> {
  readArguments(words, { positions: [], options: [] });
  const coupons = await db
    .selectFrom('coupons')
    .selectAll()
    .select((select) =>
      select
        .selectFrom('couponUses')
        .select(({ fn }) => fn.countAll<number>().as('uses'))
        .whereRef('couponUses.couponId', '=', 'coupons.id')
        .where('couponUses.state', '=', 'used')
        .as('uses'),
    )
    .orderBy('code')
    .execute();
  const day = (at: Date | null) => (at === null ? '' : isoMinute(at));
  return table(
    ['code', 'off', 'plans', 'from', 'until', 'used', 'total', 'each', 'first-purchase'],
    coupons.map((coupon) => [
      coupon.code,
      coupon.percent === null ? dollars(coupon.amount ?? 0) : `${coupon.percent}%`,
      coupon.plans.join(',') || 'all',
      day(coupon.startsAt),
      day(coupon.endsAt),
      String(coupon.uses ?? 0),
      String(coupon.totalLimit ?? 'any'),
      String(coupon.userLimit ?? 'any'),
      coupon.firstPurchaseOnly ? 'yes' : 'no',
    ]),
  );
}
