import { type CommandDeps, readIf, readTime, readWhole, readYesNo } from '../operator/index.ts';

/** The options that say when, for which plans and how often a coupon can be used. */
export const window = ['plans', 'from', 'until', 'total', 'each', 'first-purchase'] as const;
const count = (text: string) => (text === 'any' ? null : readWhole(text, { min: 1, max: 10_000_000 }));

/** What may change while a coupon is about. What it takes off may not: it stands in orders, and at Paddle. */
export async function readTerms(
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

export function refuseBackwards(startsAt: Date | null, endsAt: Date | null): void {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw new Error('A coupon cannot end before it begins');
}

export function readCode(text = ''): string {
  const code = text.toUpperCase();
  if (!/^[A-Z0-9-]{3,40}$/.test(code))
    throw new Error(`A code has 3 to 40 letters, digits and hyphens: ${text}`);
  return code;
}
