import { couponsTexts as texts, formatMoney, frameTexts, formatText } from '@comet/texts/operator-console';
import { type Html, html } from '../html.ts';
import { countLimit, formatCount } from './bounded-count.ts';
import { actionCard, actionForm, type PageContext, rows, state, time } from '../page.ts';

/** Returns the page with the latest 200 coupons and how often each was used. */
export async function coupons({ db, now, operatorSession }: PageContext): Promise<Html> {
  const all = await db
    .selectFrom('coupons')
    .select(['code', 'percent', 'amount', 'currency', 'startsAt', 'endsAt', 'totalLimit'])
    .select((of) =>
      of
        .selectFrom(
          of
            .selectFrom('couponUses')
            .select('couponUses.couponId')
            .whereRef('couponUses.couponId', '=', 'coupons.id')
            .where('couponUses.state', '=', 'used')
            .limit(countLimit)
            .as('used'),
        )
        .select(({ fn }) => fn.countAll<number>().as('uses'))
        .as('uses'),
    )
    .orderBy('createdAt', 'desc')
    .limit(200)
    .execute();
  return html`<h1>${texts.headline}</h1>
${actionCard(
  operatorSession,
  ['add-coupon'],
  texts.add,
  actionForm(
    operatorSession,
    'add-coupon',
    {},
    html`<label>${texts.code} <input name="code" required maxlength="40"></label>
<label>${texts.percent} <input name="percent" inputmode="numeric" size="5"></label>
<label>${texts.orDollars} <input name="amount" inputmode="decimal" size="7" placeholder="${texts.dollarsExample}"></label>
<label>${texts.untilHint} <input name="until" size="12" placeholder="${texts.untilExample}"></label><button>${texts.add}</button>`,
  ),
)}
<div class="card">${rows(
    [texts.code, texts.takesOff, texts.from, texts.until, texts.used, texts.useLimit, texts.state],
    all.map((one) => [
      html`<code>${one.code}</code>`,
      one.percent === null
        ? formatMoney({ amount: one.amount ?? 0, currency: one.currency })
        : formatText(frameTexts.percent, { percent: one.percent }),
      ...[
        time(one.startsAt, now),
        time(one.endsAt, now),
        formatCount(one.uses ?? 0),
        `${one.totalLimit ?? frameTexts.nothing}`,
      ],
      one.endsAt !== null && one.endsAt <= now
        ? state('neutral', texts.ended)
        : actionForm(
            operatorSession,
            'end-coupon',
            { code: one.code },
            html`<button class="second">${texts.endIt}</button>`,
          ),
    ]),
    texts.none,
  )}</div>`;
}
