import {
  exactTime,
  frameTexts as texts,
  LOCALE,
  relativeTime,
  formatText,
  searchTexts,
} from '@comet/texts/operator-console';
import { rolesForPage } from '../features/operators/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { OperatorRole } from '../platform/database/schema.ts';
import { type ActionName, rolesForAction } from './actions.ts';
import { type Html, html } from './html.ts';

/** The signed-in operator and the CSRF token of their forms. */
export interface OperatorSession {
  readonly operator: string;
  readonly role: OperatorRole;
  readonly formToken: string;
}

/** Whether the operator's role includes a page, by its address. */
export const mayOpen = ({ role }: Pick<OperatorSession, 'role'>, address: string): boolean =>
  rolesForPage(address).includes(role);

/** Whether the operator's role includes an action. */
const mayAct = ({ role }: Pick<OperatorSession, 'role'>, action: ActionName): boolean =>
  rolesForAction(action).includes(role);

/** The input from which a page is rendered. */
export interface PageContext {
  readonly db: Database;
  readonly now: Date;
  readonly operatorSession: OperatorSession;
}

const places = [
  ['/ops/', texts.places.operatorConsole],
  ['/ops/tickets', texts.places.tickets],
  ['/ops/customers', texts.places.customers],
  ['/ops/orders', texts.places.orders],
  ['/ops/fleet', texts.places.fleet],
  ['/ops/coupons', texts.places.coupons],
  ['/ops/audit', texts.places.audit],
] as const;

/** Pages below another entry of the navigation. */
const parents: Readonly<Record<string, string>> = {
  '/ops/refunds': '/ops/',
  '/ops/stuck-payments': '/ops/',
  '/ops/failed-jobs': '/ops/',
  '/ops/refused-webhooks': '/ops/',
  '/ops/shared-cards': '/ops/orders',
  '/ops/capacity': '/ops/fleet',
  '/ops/gateways': '/ops/fleet',
  '/ops/exits': '/ops/fleet',
  '/ops/upstreams': '/ops/fleet',
};

/** The page that is shown: its path, and the content of the search field. */
interface Shown {
  readonly path?: string;
  readonly searched?: string;
  /** The address of the page's script; most pages have none. */
  readonly script?: string;
}

/** A page of the console; without a session, a page for visitors that have not signed in. */
export function page(
  title: string,
  body: Html,
  operatorSession: OperatorSession | null,
  shown: Shown = {},
): string {
  return html`<!doctype html>
<html lang="${LOCALE}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${formatText(texts.documentTitle, { page: title })}</title>
<link rel="icon" href="/ops/icon.svg"><link rel="stylesheet" href="/ops/console.css">${shown.script === undefined ? null : html`<script src="${shown.script}" defer></script>`}
</head>
<body>
<a class="skip" href="#main">${texts.skip}</a>
<header>${operatorSession === null ? html`<div class="bar">${mark}</div>` : header(operatorSession, shown)}</header>
<main id="main">${body}</main>
</body>
</html>`.html;
}

/** The comet: a head and its trail. */
const mark = html`<a class="mark" href="/ops/"><svg aria-hidden="true" viewBox="0 0 22 14"><circle cx="2" cy="11.5" r="1.3" fill="var(--trail)"/><circle cx="8.2" cy="8.8" r="2.6" fill="var(--trail)"/><circle cx="15.5" cy="6" r="4.7" fill="var(--comet)"/></svg>${texts.brand} <small>${texts.program}</small></a>`;

/** Lucide's icon `search`. */
const searchIcon = html`<svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/></svg>`;

function header(operatorSession: OperatorSession, { path = '', searched = '' }: Shown): Html {
  const section = `/${path.split('/').slice(1, 3).join('/')}`;
  const here = parents[section] ?? section;
  const permitted = places.filter(([to]) => mayOpen(operatorSession, to));
  const links = permitted.map(
    ([to, name]) => html`<a href="${to}" aria-current="${to === here ? 'page' : 'false'}">${name}</a>`,
  );
  return html`<div class="bar">${mark}
<form class="search" method="get" action="/ops/search" role="search">${searchIcon}<input type="search" name="q" value="${searched}" aria-label="${searchTexts.field}" placeholder="${searchTexts.placeholder}" maxlength="254" autocapitalize="none" autocomplete="off" spellcheck="false"></form>
<button type="button" class="second menu-button" popovertarget="menu">${texts.menu}</button></div>
<div id="menu" popover><nav aria-label="${texts.navigation}">${links}</nav>
<div class="own"><a href="/ops/passkeys" aria-current="${here === '/ops/passkeys' ? 'page' : 'false'}">${texts.places.passkeys}</a><form method="post" action="/ops/sign-out">${formToken(operatorSession)}<button class="bare">${formatText(texts.signOut, { name: operatorSession.operator })}</button></form></div></div>`;
}

/** Every form contains it, against cross-site request forgery. */
export function formToken({ formToken: token }: OperatorSession): Html {
  return html`<input type="hidden" name="form_token" value="${token}">`;
}

/** A form for one action, with `hiddenFields`; empty if the operator's role does not include it. */
export function actionForm(
  operatorSession: OperatorSession,
  action: ActionName,
  hiddenFields: Readonly<Record<string, string>>,
  content: Html,
): Html {
  if (!mayAct(operatorSession, action)) return html``;
  const hidden = Object.entries(hiddenFields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="act" method="post" action="/ops/do/${action}">${formToken(operatorSession)}${hidden}${content}</form>`;
}

/** Irreversible actions need a confirmation; without a script this is a required checkbox. */
export const confirmation = html`<label class="confirmation"><input type="checkbox" required> ${texts.sure}</label>`;

/** A card that consists of forms; null if the operator's role includes none of their actions. */
export function actionCard(
  operatorSession: OperatorSession,
  actions: readonly ActionName[],
  headline: string,
  content: Html,
): Html | null {
  return actions.some((action) => mayAct(operatorSession, action)) ? card(headline, content) : null;
}

/** A group of contents with its heading. */
export function card(headline: string, content: Html): Html {
  return html`<section class="card"><h2>${headline}</h2>${content}</section>`;
}

/**
 * A table; `none` replaces it where it has no rows. It scrolls horizontally where it is wider than its card; on a phone each row is a
 * block, for which the roles keep the meaning of a table.
 */
export function rows(
  head: readonly string[],
  lines: readonly (readonly (string | Html)[])[],
  none: string | Html,
): Html {
  if (lines.length === 0) return html`<p class="quiet">${none}</p>`;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${head.join(', ')}"><table role="table"><thead role="rowgroup"><tr role="row">${head.map(
    (name) => html`<th role="columnheader" scope="col">${name}</th>`,
  )}</tr></thead><tbody role="rowgroup">${lines.map(
    (line) =>
      html`<tr role="row">${line.map((cell, index) => html`<td role="cell" data-label="${head[index] ?? ''}" data-empty="${isEmpty(cell) ? 'true' : 'false'}"><div>${cell}</div></td>`)}</tr>`,
  )}</tbody></table></div>`;
}

const isEmpty = (cell: string | Html): boolean =>
  (typeof cell === 'string' ? cell : cell.html) === texts.nothing;

/** Links between the lists of one page; `shown` is the address of the current one. */
export function tabs(
  label: string,
  lists: readonly (readonly [to: string, name: string])[],
  shown: string,
): Html {
  return html`<ul class="tabs" aria-label="${label}">${lists.map(
    ([to, name]) =>
      html`<li><a href="${to}" aria-current="${to === shown ? 'page' : 'false'}">${name}</a></li>`,
  )}</ul>`;
}

/** How a state is marked, in addition to its text. */
export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

/** Returns a label in the colour of `tone`. */
export function state(tone: Tone, label: string): Html {
  return html`<span class="state ${tone}">${label}</span>`;
}

/** A sentence that names `comet-ops`, whose name stays on one line. */
export function aboutCommand(sentence: string): Html {
  const name = 'comet-ops';
  const [before = '', ...after] = sentence.split(name);
  return html`${before}${after.map((text) => html`<span class="name">${name}</span>${text}`)}`;
}

/** `3 min ago`, with the exact time as its title; *None* for null. */
export function time(at: Date | null, now: Date): Html {
  return at === null
    ? html`${texts.nothing}`
    : html`<time datetime="${at.toISOString()}" title="${exactTime(at)}">${relativeTime(at, now)}</time>`;
}

/** `28 Nov 2026, 14:05:12 UTC (3 min ago)`; *None* for null. */
export function timeInFull(at: Date | null, now: Date): Html {
  if (at === null) return html`${texts.nothing}`;
  return html`<time datetime="${at.toISOString()}">${exactTime(at)}</time> <span class="quiet">(${relativeTime(at, now)})</span>`;
}
