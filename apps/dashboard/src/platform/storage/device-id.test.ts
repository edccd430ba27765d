import { expect, it } from 'vitest';
import { deviceIdCookie, readDeviceId } from './device-id.ts';

const ID = '3f0c7a52-5d43-4c1e-9a57-0e6c1d2b3a49';

it('finds its cookie among others', () => {
  expect(readDeviceId(`a=1; comet-device-id=${ID}; b=2`)).toBe(ID);
  expect(readDeviceId(`comet-device-id=${ID}`)).toBe(ID);
});

it('ignores a cookie of a similar name, and a value that is not a UUID', () => {
  expect(readDeviceId(`xcomet-device-id=${ID}`)).toBeNull();
  expect(readDeviceId('comet-device-id=<script>')).toBeNull();
  expect(readDeviceId('')).toBeNull();
});

it('is SameSite=Strict, lasts 365 days, and is secure on https', () => {
  expect(deviceIdCookie(ID, true)).toBe(
    `comet-device-id=${ID}; Max-Age=31536000; Path=/; SameSite=Strict; Secure`,
  );
  expect(deviceIdCookie(ID, false)).not.toContain('Secure');
});
