import { afterEach, expect, test, vi } from 'vitest';
import { detectDevice } from './detect-device.ts';

afterEach(() => vi.unstubAllEnvs());

const linux = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)';

test.each([
  ['yes', linux, 'linux', true],
  ['', linux, 'linux', false],
  ['yes', windows, 'windows', false],
  ['yes', iphone, 'ios', false],
])('with packages published: “%s”, %s is %s and has an app: %s', (published, userAgent, platform, hasApp) => {
  vi.stubEnv('VITE_LINUX_APP', published);
  expect(detectDevice(userAgent)).toEqual({ platform, hasApp });
});

test('without the setting no package is offered', () => {
  vi.stubEnv('VITE_LINUX_APP', undefined);
  expect(detectDevice(linux).hasApp).toBe(false);
});
