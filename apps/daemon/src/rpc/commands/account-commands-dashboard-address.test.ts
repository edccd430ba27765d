import { expect, test } from 'vitest';
import { dashboardAddress, destinationOf } from './account-commands.ts';

const origin = 'https://comet.example';

test('puts a complete token into the address', () => {
  const url = dashboardAddress(destinationOf('home'), { origin, oneTimeToken: 'a+b/c=&d', code: 'AB-CD' });
  expect(url).toBe('https://comet.example/dash/home/?cometToken=a%2Bb%2Fc%3D%26d');
});

test('a page for visitors continues to the approval of a pending code', () => {
  const of = (code: string | null) =>
    new URL(dashboardAddress(destinationOf('social-apple'), { origin, oneTimeToken: null, code }));
  expect(Object.fromEntries(of('AB-CD').searchParams)).toEqual({
    opener: 'app',
    provider: 'apple',
    redirect: '/dash/quick-login/?code=AB-CD',
  });
  expect(of(null).search).toBe('?opener=app&provider=apple');
});

test('the page for a forgotten password does not continue to an approval', () => {
  const url = dashboardAddress(destinationOf('reset-password'), {
    origin,
    oneTimeToken: null,
    code: 'AB-CD',
  });
  expect(url).toBe('https://comet.example/reset-password/');
});

test('a page for users does not contain the code', () => {
  const url = dashboardAddress(destinationOf('devices'), { origin, oneTimeToken: null, code: 'AB-CD' });
  expect(url).toBe('https://comet.example/dash/devices/');
});
