import { expect, test } from 'vitest';
import { patchSource } from './wireguard-go.ts';

test('a reused address buffer has the length of the next address before the copy', () => {
  const before = `\tif is6 {
\t\tas16 := endpoint.DstIP().As16()
\t\tcopy(ua.IP, as16[:])
\t\tua.IP = ua.IP[:16]
\t} else {
\t\tas4 := endpoint.DstIP().As4()
\t\tcopy(ua.IP, as4[:])
\t\tua.IP = ua.IP[:4]
\t}`;
  expect(patchSource(before)).toBe(`\tif is6 {
\t\tas16 := endpoint.DstIP().As16()
\t\tua.IP = ua.IP[:16]
\t\tcopy(ua.IP, as16[:])
\t} else {
\t\tas4 := endpoint.DstIP().As4()
\t\tua.IP = ua.IP[:4]
\t\tcopy(ua.IP, as4[:])
\t}`);
  expect(() => patchSource(before.replace('as16[:])', 'as16)'))).toThrow('its source');
});
