import { expect, test } from 'vitest';
import { appleResponseUrl } from './social.routes.ts';

const relay = (form: string) => appleResponseUrl(Buffer.from(form), 'https://dash.example');

test('copies the parameters of the response, and drops the name', () => {
  const user = encodeURIComponent('{"name":{"firstName":"Ada"}}');
  expect(relay(`state=s&code=c.0.x&user=${user}`)).toBe(
    'https://dash.example/login/apple/callback?state=s&code=c.0.x',
  );
  expect(relay('error=user_cancelled_authorize&state=s')).toBe(
    'https://dash.example/login/apple/callback?state=s&error=user_cancelled_authorize',
  );
});

test('redirects to our own dashboard for any form', () => {
  for (const form of [
    '',
    'state=//evil.example&redirect=https://evil.example',
    'code=%0d%0aLocation:%20https://evil.example',
    'state=https://evil.example/&code=@evil.example',
    `state=${'x'.repeat(5000)}`,
    '\u0000\u00ff',
  ]) {
    const address = new URL(relay(form));
    expect([address.origin, address.pathname]).toEqual(['https://dash.example', '/login/apple/callback']);
    expect(address.href).not.toMatch(/[\r\n]/);
  }
});
