import { expect, test } from 'vitest';
import { removeWideSplitNetworks } from './0002-remove-wide-split-networks.ts';

const after = (networks: unknown): unknown =>
  removeWideSplitNetworks({
    lockdown: true,
    splitTunnel: { mode: 'exclude', apps: ['/usr/bin/app'], networks },
  });
const kept = (networks: readonly string[]) => ({
  lockdown: true,
  splitTunnel: { mode: 'exclude', apps: ['/usr/bin/app'], networks },
});

test('removes networks that are too wide, and keeps the others', () => {
  expect(after(['0.0.0.0/0', '203.0.113.0/24', '::/0', '2001:db8::/32'])).toEqual(
    kept(['203.0.113.0/24', '2001:db8::/32']),
  );
});

test('removes all networks of a family that are too wide together', () => {
  expect(after(['10.0.0.0/8', '11.0.0.0/9', '11.128.0.0/9', '2001:db8::/32'])).toEqual(
    kept(['2001:db8::/32']),
  );
  expect(after(['2000::/16', '2001::/16', '10.0.0.0/8'])).toEqual(kept(['10.0.0.0/8']));
  expect(after(['10.0.0.0/8', '11.0.0.0/9', '12.0.0.0/8'])).toEqual(
    kept(['10.0.0.0/8', '11.0.0.0/9', '12.0.0.0/8']),
  );
});

test('leaves an unknown format to the validation', () => {
  expect(after(['somewhere', 7])).toEqual(kept(['somewhere', 7] as never));
  expect(removeWideSplitNetworks({ splitTunnel: 'off' })).toEqual({ splitTunnel: 'off' });
  expect(removeWideSplitNetworks({})).toEqual({});
});
