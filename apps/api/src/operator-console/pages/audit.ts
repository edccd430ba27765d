import { auditTexts as texts, frameTexts, say } from '@comet/texts/operator-console';
import { type Html, html } from '../html.ts';
import { type PageContext, rows, time } from '../page.ts';

const mostRows = 300;

/** Page views are omitted by default: they would displace the actions. */
export async function auditTrail(context: PageContext, withReads: boolean): Promise<Html> {
  return html`<h1>${texts.headline}</h1>
<p class="lead">${say(texts.explanation, { count: mostRows })} <a href="${withReads ? '/ops/audit' : '/ops/audit?reads=yes'}">${withReads ? texts.withoutReads : texts.withReads}</a></p>
<div class="card">${await auditRows(context, { withReads })}</div>`;
}

/** Actions of operators, for one account or all, the latest first. */
export async function auditRows(
  { db, now }: PageContext,
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
    [texts.what, texts.who, ...(userId === undefined ? [texts.about] : []), texts.details, texts.when],
    done.map((one) => [
      ...[html`<span class="word">${one.action.replaceAll('_', ' ')}</span>`, one.operator],
      ...(userId === undefined
        ? [
            one.userId === null
              ? frameTexts.nothing
              : html`<a href="/ops/customers/${one.userId}">${one.email ?? one.userId}</a>`,
          ]
        : []),
      html`<code>${wordsOf(one.details)}</code>`,
      time(one.doneAt, now),
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
