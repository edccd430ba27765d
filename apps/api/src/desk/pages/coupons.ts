import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, money, rows, time, type Visit } from '../page.ts';

export async function coupons(db: Database, now: Date, visit: Visit): Promise<Html> {
  const all = await db
    .selectFrom('coupons')
    .select(['code', 'percent', 'amount', 'currency', 'startsAt', 'endsAt', 'totalLimit'])
    .select((of) =>
      of
        .selectFrom('couponUses')
        .select(({ fn }) => fn.countAll<string>().as('uses'))
        .whereRef('couponUses.couponId', '=', 'coupons.id')
        .where('couponUses.state', '=', 'used')
        .as('uses'),
    )
    .orderBy('createdAt', 'desc')
    .limit(200)
    .execute();
  return html`<h1>Coupons</h1>
${actionForm(
  visit,
  'add-coupon',
  {},
  html`<label>Code <input name="code" required maxlength="40"></label><label>Percent <input name="percent" inputmode="numeric" size="5"></label><label>or dollars <input name="amount" inputmode="decimal" size="7" placeholder="5.00"></label><label>Until <input name="until" size="12" placeholder="2027-01-01"></label><button>Add coupon</button>`,
)}
${rows(
  ['Code', 'Takes off', 'From, UTC', 'Until, UTC', 'Used', 'At most', 'End'],
  all.map((one) => [
    html`<code>${one.code}</code>`,
    one.percent === null ? money(one.amount ?? 0, one.currency) : `${one.percent} %`,
    ...[time(one.startsAt), time(one.endsAt), `${Number(one.uses ?? 0)}`, `${one.totalLimit ?? '–'}`],
    one.endsAt !== null && one.endsAt <= now
      ? 'ended'
      : actionForm(visit, 'end-coupon', { code: one.code }, html`<button class="second">End it</button>`),
  ]),
  'There is none.',
)}`;
}
