import { createHmac, hkdfSync } from 'node:crypto';
import { mailboxOf } from '../mail/mailbox.ts';

/** The card details in Paddle's notifications. There is no fingerprint, and many cards have equal details. */
export interface CardFacts {
  /** Such as `visa`. */
  readonly type: string;
  readonly lastDigits: string;
  /** 1 to 12. */
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** Returns the 32-byte keyed hash of a card's known details. */
export type HashCard = (card: CardFacts) => Buffer;

/**
 * Hashes cards under a key derived from the pepper (RFC 5869), separate from the key for mailboxes. There are few enough such cards for a
 * brute-force search, which the pepper prevents.
 */
export function createCardHash(pepper: Uint8Array): HashCard {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'comet-card-v1', 32));
  return ({ type, lastDigits, expiryMonth, expiryYear }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([type, lastDigits, expiryMonth, expiryYear]))
      .digest();
}

/** Returns the 32-byte keyed hash of an address's mailbox. */
export type HashMailbox = (address: string) => Buffer;

/**
 * Hashes mailboxes under a key derived from the pepper (RFC 5869): a stolen database alone neither discloses addresses nor permits testing
 * them.
 */
export function createMailboxHash(pepper: Uint8Array): HashMailbox {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'comet-mailbox-v1', 32));
  return (address) => createHmac('sha256', key).update(mailboxOf(address)).digest();
}
