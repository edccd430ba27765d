import { expect, test } from 'vitest';
import { delayedBy, openvpnReset, responseTo, highEntropyBytes } from './probe-messages.ts';

test('the server responds to a reset of OpenVPN by one of a server, and echoes other messages', () => {
  const { response, delayMs } = responseTo(openvpnReset);
  expect([response[0], delayMs]).toEqual([0x40, 0]);
  expect(response.subarray(1)).toEqual(openvpnReset.subarray(1));
  expect(responseTo(highEntropyBytes)).toEqual({ response: highEntropyBytes, delayMs: 0 });
});

test('the server delays the response to a message that asks for it', () => {
  const message = Buffer.from(delayedBy(31));
  expect(responseTo(message)).toEqual({ response: message, delayMs: 31_000 });
});
