import { expect, test } from 'vitest';
import { dashboardAddress, destinationOf } from '../rpc/commands/account-commands.ts';

const origin = 'https://comet.example';

test('a token is put into the address whole', () => {
  const url = dashboardAddress(destinationOf('home'), { origin, oneTimeToken: 'a+b/c=&d', code: 'AB-CD' });
  expect(url).toBe('https://comet.example/dash/home/?cometToken=a%2Bb%2Fc%3D%26d');
});

test('a page for visitors leads on to the approval of the code that waits, if one does', () => {
  const of = (code: string | null) =>
    new URL(dashboardAddress(destinationOf('social-apple'), { origin, oneTimeToken: null, code }));
  expect(Object.fromEntries(of('AB-CD').searchParams)).toEqual({
    opener: 'app',
    provider: 'apple',
    redirect: '/dash/quick-login/?code=AB-CD',
  });
  expect(of(null).search).toBe('?opener=app&provider=apple');
});

test('who has forgotten a password is led to a new one, and to no approval', () => {
  const url = dashboardAddress(destinationOf('reset-password'), {
    origin,
    oneTimeToken: null,
    code: 'AB-CD',
  });
  expect(url).toBe('https://comet.example/reset-password/');
});

test('a page for users has no business with the code', () => {
  const url = dashboardAddress(destinationOf('devices'), { origin, oneTimeToken: null, code: 'AB-CD' });
  expect(url).toBe('https://comet.example/dash/devices/');
});
