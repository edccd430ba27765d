import { entranceTexts, formatText } from '@comet/texts/operator-console';
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import {
  type Enrolment,
  type EnrolmentRefusal,
  maxPasswordLength,
  minPasswordLength,
} from '../../features/operators/index.ts';
import { type Html, html } from '../html.ts';
import { page } from '../page.ts';
import { passkeyScriptPath } from '../passkeys/passkey-script.ts';
import { type Ceremony, passkeyForm } from '../passkeys/passkeys-page.ts';

const texts = entranceTexts;

const note = (wrong: string | null): Html | null =>
  wrong === null ? null : html`<p class="note wrong" role="alert">${wrong}</p>`;

/** Errors that can be corrected in the form. */
type Wrong = Exclude<EnrolmentRefusal, 'over'>;

/** Returns the sign-in page: with a passkey, where the browser can use one, and with password and code; with an error message or none. */
export function signInPage(ceremony: Ceremony, wrong: string | null): string {
  const filled = ['credential_id', 'client_data', 'authenticator_data', 'signature', 'user_handle'];
  return page(
    texts.signIn,
    html`<div class="card narrow"><h1>${texts.signIn}</h1><p class="quiet">${texts.forOperators}</p>
${note(wrong)}
<form class="tall" method="post" action="/ops/sign-in">
<label>${texts.name} <input name="name" autocomplete="username" autocapitalize="none" required autofocus></label>
<label>${texts.password} <input name="password" type="password" autocomplete="current-password" required></label>
<label>${texts.codeOfApp} <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label>
<button>${texts.signIn}</button>
</form>
${passkeyForm('use', '/ops/sign-in/passkey', ceremony, filled, html`<button class="second">${texts.signInByPasskey}</button>`)}</div>`,
    null,
    { script: passkeyScriptPath },
  );
}

/**
 * Returns the page on which a new operator chooses a password and adds the secret to an authenticator app; `token` is that of the emailed
 * link.
 */
export function enrolmentPage({ name, secret, uri }: Enrolment, token: string, wrong: Wrong | null): string {
  return page(
    texts.enrol,
    html`<div class="card narrow"><h1>${formatText(texts.welcome, { name })}</h1>
<p>${formatText(texts.enrolment, { min: minPasswordLength })}</p>
${note(wrong === null ? null : messageOf(wrong))}
${qrCode(uri)}
<p>${texts.orType} <code>${secret}</code></p>
<form class="tall" method="post" action="/ops/enrol">
<input type="hidden" name="token" value="${token}">
<label>${texts.password} <input name="password" type="password" autocomplete="new-password" minlength="${minPasswordLength}" required></label>
<label>${texts.code} <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label>
<button>${texts.enrol}</button>
</form></div>`,
    null,
  );
}

function messageOf(wrong: Wrong): string {
  switch (wrong) {
    case 'short':
      return formatText(texts.wrong.short, { min: minPasswordLength });
    case 'long':
      return formatText(texts.wrong.long, { max: maxPasswordLength });
    case 'common':
    case 'code':
      return texts.wrong[wrong];
  }
}

/** Returns a page with one message and one link, for people without a session. */
export function messagePage(
  title: string,
  message: string,
  link: readonly [to: string, label: string],
): string {
  return page(
    title,
    html`<div class="card narrow"><h1>${title}</h1><p class="quiet">${message}</p><p><a class="button" href="${link[0]}">${link[1]}</a></p></div>`,
    null,
  );
}

/** ISO/IEC 18004, as one path, black on white in both themes for reliable scanning. The style sheet adds its quiet zone. */
function qrCode(text: string): Html {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return html`<svg class="qr" role="img" aria-label="${texts.qrCode}" viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges"><path d="${toSvgPath(code)}" fill="#000"/></svg>`;
}
