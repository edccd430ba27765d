import { auditTexts as texts, frameTexts, say } from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { rows, time } from '../page.ts';

const mostRows = 300;

/** Page views are omitted by default: they would displace the actions. */
export async function auditTrail(db: Database, withReads: boolean): Promise<Html> {
  return html`<h1>${texts.headline}</h1><p class="quiet">${say(texts.explanation, { count: mostRows })}</p>${await auditRows(db, { withReads })}`;
}

/** Actions of operators, for one account or all, the latest first. */
export async function auditRows(
  db: Database,
  { userId, withReads }: { readonly userId?: string; readonly withReads: boolean },
): Promise<Html> {
  const done = await db
    .selectFrom('operatorActions')
    .leftJoin('users', 'users.id', 'operatorActions.userId')
    .select(['operator', 'action', 'details', 'doneAt', 'userId', 'email'])
    .$if(!withReads, (query) => query.where('action', '!=', 'operator_read'))
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .orderBy('operatorActions.id', 'desc')
    .limit(mostRows)
    .execute();
  return rows(
    [texts.when, texts.who, texts.what, texts.about, texts.details],
    done.map((one) => [
      ...[time(one.doneAt), one.operator, one.action.replaceAll('_', ' ')],
      one.userId === null
        ? frameTexts.nothing
        : html`<a href="/ops/customers/${one.userId}">${one.email ?? one.userId}</a>`,
      html`<code>${wordsOf(one.details)}</code>`,
    ]),
    texts.none,
  );
}

/** `order 01a2…, adjustment adj_…`; a dash without details. */
function wordsOf(details: unknown): string {
  const words = Object.entries(details ?? {}).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return words.length === 0 ? frameTexts.nothing : words.join(', ');
}
