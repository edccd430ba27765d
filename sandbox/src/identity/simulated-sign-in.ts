import type { Choice } from './provider-accounts.ts';

/** How a browser returns to the app: a URL to open, or a form to post. */
export type SignInResult =
  | { readonly kind: 'get'; readonly url: string }
  | { readonly kind: 'post'; readonly url: string; readonly fields: Readonly<Record<string, string>> }
  /** The provider shows an error and does not redirect. */
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

/**
 * Simulates a sign-in in a browser: opens the provider's URL, sends the consent page's form, and follows redirects until they leave the
 * sandbox.
 */
export async function simulateSignIn(address: string, choice: Choice): Promise<SignInResult> {
  const home = new URL(address).origin;
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: URLSearchParams): Promise<{ url: string; response: Response }> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) return { url, response };
    const target = new URL(next, url);
    return target.origin === home ? visit(target.href) : { url: target.href, response };
  };

  const consent = await visit(address);
  if (!consent.response.ok) return refused(consent.response);
  const responded = await visit(consent.url, formOf(choice));
  if (new URL(responded.url).origin !== home) return { kind: 'get', url: responded.url };
  const text = await responded.response.text();
  const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
  if (action === undefined) return { kind: 'refused', status: responded.response.status, text };
  const inputs = text.matchAll(/name="([^"]+)" value="([^"]*)"/g);
  const fields: Record<string, string> = {};
  for (const [, name = '', value = ''] of inputs) fields[name] = unescaped(value);
  return { kind: 'post', url: unescaped(action), fields };
}

async function refused(response: Response): Promise<SignInResult> {
  return { kind: 'refused', status: response.status, text: await response.text() };
}

function formOf(choice: Choice): URLSearchParams {
  switch (choice.kind) {
    case 'denied':
      return new URLSearchParams({ choice: 'denied' });
    case 'known':
      return new URLSearchParams({ choice: 'known', person: choice.id });
    case 'described':
      return new URLSearchParams({
        choice: 'described',
        email: choice.email ?? '',
        ...(choice.emailVerified ? { verified: 'yes' } : {}),
        ...(choice.hideEmail ? { hide_email: 'yes' } : {}),
      });
  }
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
