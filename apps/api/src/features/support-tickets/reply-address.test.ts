import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxMailboxLength, readReplyAddress, replyAddress, type Side } from './reply-address.ts';

const secret = new Uint8Array(32).fill(3);
const mailbox = 'replies@comet.example';
const sides = fc.constantFrom<Side>('operator', 'customer');

test('reads an address back to its ticket and side, in any case', () => {
  fc.assert(
    fc.property(fc.uuid(), sides, fc.boolean(), (ticketId, side, isLoud) => {
      const address = replyAddress(secret, mailbox, side, ticketId);
      const given = isLoud ? address.toUpperCase() : address;
      expect(readReplyAddress(secret, mailbox, given)).toEqual({ side, ticketId });
      expect(address.indexOf('@')).toBeLessThanOrEqual(64 - maxMailboxLength + 'replies'.length);
    }),
  );
});

test('rejects any other text: with a changed character, of another key, or of another mailbox', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      sides,
      fc.nat(42),
      fc.constantFrom('0', 'a', '7', 'v', '+', '@', '%'),
      (ticketId, side, at, sign) => {
        const address = replyAddress(secret, mailbox, side, ticketId);
        const place = 'replies+'.length + at;
        const changed = `${address.slice(0, place)}${sign}${address.slice(place + 1)}`;
        if (changed !== address) expect(readReplyAddress(secret, mailbox, changed)).toBeNull();
        expect(readReplyAddress(new Uint8Array(32), mailbox, address)).toBeNull();
        expect(readReplyAddress(secret, 'replies@other.example', address)).toBeNull();
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => readReplyAddress(secret, mailbox, text) === null));
});
