import { blockReasons } from '@comet/tunnel-protocol';
import { expect, it } from 'vitest';
import { vpnErrorText } from './tunnel.ts';

it('counts every cause as one of seven errors', () => {
  const said = new Set([...blockReasons, 'superseded' as const].map((cause) => vpnErrorText(cause)));
  said.delete(null);
  expect(said.size).toBe(7);
});

it('does not count a requested end as an error', () => {
  expect(vpnErrorText('locked_down')).toBeNull();
});
