import { frameTexts as texts, LOCALE, say } from '@comet/texts/operator-console';
import { type Html, html } from './html.ts';

/** The signed-in operator and the CSRF token of their forms. */
export interface OperatorSession {
  readonly operator: string;
  readonly formToken: string;
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

/** A page of the console; without a session, a page for visitors that have not signed in. */
export function page(title: string, body: Html, operatorSession: OperatorSession | null, path = ''): string {
  return html`<!doctype html>
<html lang="${LOCALE}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${say(texts.documentTitle, { page: title })}</title>
<link rel="stylesheet" href="/ops/console.css">
</head>
<body>
<header><span class="mark">${texts.brand}</span>${operatorSession === null ? null : navigation(operatorSession, path)}</header>
<main>${body}</main>
</body>
</html>`.html;
}

function navigation(operatorSession: OperatorSession, path: string): Html {
  const links = places.map(([to, name]) => {
    const isHere = to === path || (to !== '/ops/' && path.startsWith(`${to}/`));
    return html`<a href="${to}" aria-current="${isHere ? 'page' : 'false'}">${name}</a>`;
  });
  return html`<nav aria-label="${texts.navigation}">${links}</nav>
<form method="post" action="/ops/sign-out">${formToken(operatorSession)}<button class="bare">${say(texts.signOut, { name: operatorSession.operator })}</button></form>`;
}

/** Every form contains it, against cross-site request forgery. */
function formToken({ formToken: token }: OperatorSession): Html {
  return html`<input type="hidden" name="form_token" value="${token}">`;
}

/** A form for one action: `action` is its name in `actions.ts`; `known` becomes hidden fields. */
export function actionForm(
  operatorSession: OperatorSession,
  action: string,
  known: Readonly<Record<string, string>>,
  content: Html,
): Html {
  const hidden = Object.entries(known).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="act" method="post" action="/ops/do/${action}">${formToken(operatorSession)}${hidden}${content}</form>`;
}

/** Irreversible actions need a confirmation; without a script this is a required checkbox. */
export const sure = html`<label class="sure"><input type="checkbox" required> ${texts.sure}</label>`;

/** A table that scrolls horizontally where it is wider than the screen; `none` replaces it where it has no rows. */
export function rows(
  head: readonly string[],
  lines: readonly (readonly (string | Html)[])[],
  none: string,
): Html {
  if (lines.length === 0) return html`<p class="quiet">${none}</p>`;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${head.join(', ')}"><table><thead><tr>${head.map(
    (name) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${lines.map(
    (line) => html`<tr>${line.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** `2026-11-22 14:05`, UTC. */
export function time(at: Date | null): Html {
  return at === null
    ? html`${texts.nothing}`
    : html`<time>${at.toISOString().slice(0, 16).replace('T', ' ')}</time>`;
}
