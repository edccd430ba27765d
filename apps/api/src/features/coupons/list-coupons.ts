import { type CommandDeps, dollars, readWords, table, type Words } from '../operator/index.ts';

/** Every coupon with its terms and how often it was used. */
export async function listCoupons({ db }: CommandDeps, words: Words): Promise<string> {
  readWords(words, { positions: [], options: [] });
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
  const day = (at: Date | null) => at?.toISOString().slice(0, 16).concat('Z') ?? '';
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
