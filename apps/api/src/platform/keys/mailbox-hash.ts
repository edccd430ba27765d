import { createHmac, hkdfSync } from 'node:crypto';
import { mailboxOf } from '../mail/mailbox.ts';

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
