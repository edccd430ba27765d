import { frameTexts, sharedCardsTexts as texts } from '@comet/texts/operator-console';
import { sharedCardUses } from '../../features/shared-cards/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { rows, time } from '../page.ts';

/** Trials and refunds of several accounts with equal cards. */
export async function sharedCards(db: Database, now: Date): Promise<Html> {
  const uses = await sharedCardUses(db, now);
  return html`<h1>${texts.headline}</h1><p class="quiet">${texts.explanation}</p>${rows(
    [texts.card, texts.kind, texts.account, texts.order, texts.when],
    uses.map(({ card, kind, userId, email, orderId, orderNumber, usedAt }) => [
      html`<code>${card}</code>`,
      texts.kinds[kind],
      userId === null ? texts.removed : html`<a href="/ops/customers/${userId}">${email ?? userId}</a>`,
      orderId === null ? frameTexts.nothing : html`<a href="/ops/orders/${orderId}">${orderNumber}</a>`,
      time(usedAt),
    ]),
    texts.none,
  )}`;
}
