import { auditTexts as texts, frameTexts, LOCALE, formatText } from '@comet/texts/operator-console';
import type { OperatorAction } from '../../platform/database/schema.ts';
import { type Html, html } from '../html.ts';
import { titleOf } from '../page-titles.ts';
import { aboutCommand, type PageContext, rows, time } from '../page.ts';

const maxRows = 100;

/** What the audit log shows. Page views are omitted by default: they would displace the actions. */
export interface AuditFilter {
  /** Empty for all operators. */
  readonly operator: string;
  readonly action: OperatorAction | null;
  /** The last day (UTC), `2026-11-28`. */
  readonly until: string | null;
  readonly withReads: boolean;
}

export const readOperatorAction = (text: string): OperatorAction | null =>
  Object.hasOwn(texts.actions, text) ? (text as OperatorAction) : null;

export const readDay = (text: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

export async function auditTrail(context: PageContext, filter: AuditFilter): Promise<Html> {
  const { withReads, operator, action, until } = filter;
  const named = Object.entries(actionLabels).toSorted(([, one], [, other]) =>
    one.localeCompare(other, LOCALE),
  );
  const options = named.map(([name, label]) =>
    name === action
      ? html`<option value="${name}" selected>${label}</option>`
      : html`<option value="${name}">${label}</option>`,
  );
  const reads = withReads
    ? html`<input type="checkbox" name="reads" value="yes" checked>`
    : html`<input type="checkbox" name="reads" value="yes">`;
  return html`<h1>${texts.headline}</h1>
<p class="lead">${aboutCommand(formatText(texts.explanation, { count: maxRows }))} <a href="${withReads ? '/ops/audit' : '/ops/audit?reads=yes'}">${withReads ? texts.withoutReads : texts.withReads}</a></p>
<form class="act" method="get" action="/ops/audit" role="search" aria-label="${texts.headline}"><label>${texts.who} <input name="operator" value="${operator}" size="16" maxlength="60" autocapitalize="none" spellcheck="false"></label><label>${texts.what} <select name="action"><option value="">${texts.anyAction}</option>${options}</select></label><label>${texts.until} <input type="date" name="until" value="${until ?? ''}"></label><label class="confirmation">${reads} ${texts.reads}</label><button>${texts.filter}</button></form>
<div class="card">${await auditRows(context, filter)}</div>`;
}

/** Actions of operators, for one account or all, the latest first. */
export async function auditRows(
  { db, now }: PageContext,
  {
    userId,
    operator = '',
    action = null,
    until = null,
    withReads,
  }: Partial<AuditFilter> & {
    readonly userId?: string;
    readonly withReads: boolean;
  },
): Promise<Html> {
  const done = await db
    .selectFrom('operatorActions')
    .leftJoin('users', 'users.id', 'operatorActions.userId')
    .select(['operator', 'action', 'details', 'doneAt', 'userId', 'email'])
    .$if(!withReads && action !== 'operator_read', (query) => query.where('action', '!=', 'operator_read'))
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .$if(operator !== '', (query) => query.where('operator', '=', operator))
    .$if(action !== null, (query) => query.where('action', '=', action ?? 'operator_read'))
    .$if(until !== null, (query) => query.where('operatorActions.id', '<', firstIdAfter(until ?? '')))
    .orderBy('operatorActions.id', 'desc')
    .limit(maxRows)
    .execute();
  return rows(
    [texts.what, texts.who, ...(userId === undefined ? [texts.about] : []), texts.details, texts.when],
    done.map((one) => [
      ...[actionLabels[one.action], html`<span class="name">${one.operator}</span>`],
      ...(userId === undefined
        ? [
            one.userId === null
              ? frameTexts.nothing
              : html`<a href="/ops/customers/${one.userId}">${one.email ?? one.userId}</a>`,
          ]
        : []),
      detailsOf(one.details),
      time(one.doneAt, now),
    ]),
    texts.none,
  );
}

const actionLabels: Readonly<Record<OperatorAction, string>> = texts.actions;
const fieldLabels: Readonly<Record<string, string>> = texts.fields;

/** `Order: CV-X09CDE, Amount: 5988`, or a link to the page that was viewed; a dash without details. */
function detailsOf(details: unknown): Html | string {
  const { page, ...others } = (details ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof page === 'string') return viewedPage(page, others['id']);
  const fields = Object.entries(others).map(([name, value]) =>
    formatText(texts.field, { name: fieldLabels[name] ?? inWords(name), value: valueOf(value) }),
  );
  return fields.length === 0 ? frameTexts.nothing : fields.join(', ');
}

/** `path` with the placeholder of an id, which is separate: for a customer, it is in the entry's own column. */
function viewedPage(path: string, id: unknown): Html | string {
  const title = titleOf(path);
  if (!path.endsWith('/:id')) return html`<a href="${path}">${title}</a>`;
  return typeof id === 'string' ? html`<a href="${path.replace(':id', id)}">${title}</a>` : title;
}

/** `trialDays` → `Trial days`. */
const inWords = (name: string): string => {
  const lower = name.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return lower.charAt(0).toUpperCase() + lower.slice(1);
};

function valueOf(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return texts.empty;
  if (Array.isArray(value)) return value.map(valueOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The smallest id (UUIDv7) after a day. */
function firstIdAfter(day: string): string {
  const ms = Date.parse(`${day}T00:00:00Z`) + 24 * 3600 * 1000;
  const digits = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
