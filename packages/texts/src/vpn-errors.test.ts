import { blockReasons } from '@comet/tunnel-protocol';
import { expect, it } from 'vitest';
import { vpnErrorText, vpnErrorTexts } from './tunnel.ts';

it('has a cause for each of the seven errors, and no other words', () => {
  const said = new Set([...blockReasons, 'superseded' as const].map((cause) => vpnErrorText(cause)));
  expect(said).toEqual(new Set([...Object.values(vpnErrorTexts), null]));
});

it('does not call it an error that was asked for', () => {
  expect(vpnErrorText('locked_down')).toBeNull();
});
