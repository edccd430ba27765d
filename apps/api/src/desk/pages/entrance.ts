import { create } from 'qrcode';
import { type Enrolment, shortestPassword } from '../../features/operators/index.ts';
import { type Html, html } from '../html.ts';
import { page } from '../page.ts';

const note = (wrong: string | null): Html | null =>
  wrong === null ? null : html`<p class="note wrong" role="alert">${wrong}</p>`;

export function signInPage(wrong: string | null): string {
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
${note(wrong)}
<form class="tall" method="post" action="/ops/sign-in">
<label>Name <input name="name" autocomplete="username" autocapitalize="none" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<label>Code of your authenticator app <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label>
<button>Sign in</button>
</form>`,
    null,
  );
}

export function enrolmentPage({ name, secret, uri }: Enrolment, token: string, wrong: string | null): string {
  return page(
    'Enrol',
    html`<h1>Welcome, ${name}</h1>
<p>Put this into an authenticator app, choose a password of at least ${shortestPassword} characters, and give the code that the app shows.</p>
${note(wrong)}
${qrCode(uri)}
<p>Or type <code>${secret}</code></p>
<form class="tall" method="post" action="/ops/enrol">
<input type="hidden" name="token" value="${token}">
<label>Password <input name="password" type="password" autocomplete="new-password" minlength="${shortestPassword}" required></label>
<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label>
<button>Enrol</button>
</form>`,
    null,
  );
}

export function messagePage(title: string, words: string, way: readonly [to: string, name: string]): string {
  return page(title, html`<h1>${title}</h1><p>${words}</p><p><a href="${way[0]}">${way[1]}</a></p>`, null);
}

/** ISO/IEC 18004, as one path, black on white in both themes: cameras want it so. */
function qrCode(text: string): Html {
  const { size, data } = create(text).modules;
  const squares = Array.from(data, (dark, at) =>
    dark === 0 ? '' : `M${at % size} ${Math.floor(at / size)}h1v1h-1z`,
  );
  return html`<svg class="qr" role="img" aria-label="QR code" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${squares.join('')}" fill="#000"/></svg>`;
}
