import { frameTexts, sharedCardsTexts as texts } from '@comet/texts/operator-console';
import { sharedCardUses } from '../../features/shared-cards/index.ts';
import { type Html, html } from '../html.ts';
import { type PageContext, rows, time } from '../page.ts';

/** Trials and refunds of several accounts with equal cards. */
export async function sharedCards({ db, now }: PageContext): Promise<Html> {
  const uses = await sharedCardUses(db, now);
  return html`<h1>${texts.headline}</h1><p class="lead">${texts.explanation}</p><div class="card">${rows(
    [texts.card, texts.kind, texts.account, texts.order, texts.when],
    uses.map(({ card, kind, userId, email, orderId, orderNumber, usedAt }) => [
      html`<code>${card}</code>`,
      texts.kinds[kind],
      userId === null ? texts.removed : html`<a href="/ops/customers/${userId}">${email ?? userId}</a>`,
      orderId === null ? frameTexts.nothing : html`<a href="/ops/orders/${orderId}">${orderNumber}</a>`,
      time(usedAt, now),
    ]),
    texts.none,
  )}</div>`;
}
