import type { FastifyReply } from 'fastify';
import { type Html, html } from '../platform/html.ts';
import { page, sendPage } from '../platform/page.ts';
import type { Choice, ProviderAccount, ProviderName } from './provider-accounts.ts';

const NAMES: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
};

/** Sends the consent page of a provider, which selects the person. Its form is posted to the same URL; `choiceOf` parses it. */
export function sendConsentPage(
  reply: FastifyReply,
  consent: {
    readonly provider: ProviderName;
    readonly app: string;
    readonly accounts: readonly ProviderAccount[];
  },
): FastifyReply {
  const { provider, app, accounts } = consent;
  const name = NAMES[provider];
  const content = page({
    title: `Sign in with ${name}`,
    body: html`<header><h1>Sign in with ${name}</h1></header>
<main>
<p class="quiet">The sandbox plays ${name} here. ${app} asks who you are.</p>
${accounts.length === 0 ? '' : html`<h2>Choose a person</h2>${accounts.map(knownPerson)}`}
<h2>${accounts.length === 0 ? 'Who are you?' : 'Somebody else'}</h2>
<form method="post">
<label>Email <input name="email" type="email" autocomplete="off" size="30"${provider === 'facebook' ? '' : html` required`}></label>
${provider === 'facebook' ? html`<span class="quiet">Leave it empty for somebody whose address Facebook does not know.</span>` : verifiedBox}
${provider === 'apple' ? html`<label><input type="checkbox" name="hide_email" value="yes"> Give the app a relay address</label>` : ''}
<button name="choice" value="described">Continue</button>
</form>
<h2>Or not</h2>
<form method="post"><button name="choice" value="denied">Cancel</button></form>
</main>`,
  });
  // The response to the form redirects to the app; browsers apply `form-action` to redirects too.
  return sendPage(reply, content, 200, 'http: https:');
}

const verifiedBox = html`<label><input type="checkbox" name="verified" value="yes" checked> Verified</label>`;

function knownPerson(person: ProviderAccount): Html {
  const address = person.relay ?? person.email ?? 'no address';
  return html`<form method="post"><input type="hidden" name="person" value="${person.id}">
<button name="choice" value="known">${person.name}, ${address}${person.emailVerified ? '' : ' (not verified)'}</button></form>`;
}

/** Parses the form of the consent page; null if invalid. */
export function choiceOf(form: URLSearchParams): Choice | null {
  const email = form.get('email')?.trim().toLowerCase() ?? '';
  switch (form.get('choice')) {
    case 'denied':
      return { kind: 'denied' };
    case 'known':
      return { kind: 'known', id: form.get('person') ?? '' };
    case 'described':
      return {
        kind: 'described',
        email: email === '' ? null : email,
        emailVerified: form.get('verified') === 'yes',
        hideEmail: form.get('hide_email') === 'yes',
      };
    default:
      return null;
  }
}
