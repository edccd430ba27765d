import { passkeysTexts as texts, roleTexts, formatText } from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import { operatorPasskeysOf, type PasskeyRefusal } from '../../features/operators/index.ts';
import { type Html, html } from '../html.ts';
import { card, confirmation, formToken, type OperatorSession, page, rows, time } from '../page.ts';
import { passkeyScriptPath } from './passkey-script.ts';

/** The options of a ceremony, for the script, and its sealed context, which the form returns. */
export interface Ceremony {
  readonly options: unknown;
  readonly ceremony: string;
}

/** A form that the script shows, and submits with the fields that it fills. */
export function passkeyForm(
  kind: 'create' | 'use',
  action: string,
  { options, ceremony }: Ceremony,
  filled: readonly string[],
  content: Html,
): Html {
  const hidden = filled.map((name) => html`<input type="hidden" name="${name}">`);
  return html`<form class="tall" method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden>
<input type="hidden" name="ceremony" value="${ceremony}">${hidden}${content}<p class="note wrong" role="alert" data-failed hidden>${texts.failedInBrowser}</p></form>`;
}

/** The operator's passkeys: to add, to see their last use, and to remove. */
export async function passkeysPage(
  { db, now }: { readonly db: Database; readonly now: Date },
  operatorSession: OperatorSession & { readonly operatorId: string },
  ceremony: Ceremony,
  refusal: PasskeyRefusal | null,
): Promise<string> {
  const passkeys = await operatorPasskeysOf(db, operatorSession.operatorId);
  const { operator: name, role } = operatorSession;
  const token = formToken(operatorSession);
  const filled = ['credential_id', 'client_data', 'attestation', 'transports'];
  const body = html`<h1>${texts.headline}</h1><p class="lead">${formatText(texts.explanation, { name, role: roleTexts[role] })}</p>
${refusal === null ? null : html`<p class="note wrong" role="alert">${texts.refusals[refusal]}</p>`}
<div class="card">${rows(
    [texts.name, texts.added, texts.lastUsed, texts.action],
    passkeys.map((one) => [
      one.name,
      time(one.createdAt, now),
      time(one.lastUsedAt, now),
      html`<form class="act" method="post" action="/ops/passkeys/remove">${token}<input type="hidden" name="passkey" value="${one.id}">${confirmation}<button class="danger">${texts.remove}</button></form>`,
    ]),
    texts.none,
  )}</div>
${card(
  texts.add,
  html`<p class="quiet">${texts.addExplanation}</p><p class="quiet" data-without-passkeys>${texts.withoutScript}</p>${passkeyForm(
    'create',
    '/ops/passkeys',
    ceremony,
    filled,
    html`${token}<label>${texts.code} <input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"></label><button>${texts.add}</button>`,
  )}`,
)}`;
  return page(texts.headline, body, operatorSession, { path: '/ops/passkeys', script: passkeyScriptPath });
}
