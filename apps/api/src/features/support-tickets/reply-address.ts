import { createHmac, timingSafeEqual } from 'node:crypto';

/** The side that replies from an address: operator or customer. */
export type Side = 'operator' | 'customer';

/** 128 bits of an id in 26 characters, and 80 bits of MAC in 16: a mailbox of 20 characters fits within 64 (RFC 5321 §4.5.3.1.1). */
const idSigns = 26;
const macSigns = 16;
export const maxMailboxLength = 64 - idSigns - macSigns - 2;

/**
 * Returns the reply address of a ticket: `replies+c<id><MAC>@host`. It cannot be forged without the key, is valid for one ticket and one
 * side, and needs no stored state. Lower case only: mail servers may ignore case.
 */
export function replyAddress(secret: Uint8Array, mailbox: string, side: Side, ticketId: string): string {
  const at = mailbox.lastIndexOf('@');
  const named = `${side[0]}${BigInt(`0x${ticketId.replaceAll('-', '')}`)
    .toString(32)
    .padStart(idSigns, '0')}`;
  return `${mailbox.slice(0, at)}+${named}${macOf(secret, named)}${mailbox.slice(at)}`;
}

/** Parses a reply address; null for every other address. */
export function readReplyAddress(
  secret: Uint8Array,
  mailbox: string,
  address: string,
): { readonly side: Side; readonly ticketId: string } | null {
  const at = mailbox.lastIndexOf('@');
  const [prefix, suffix] = [`${mailbox.slice(0, at)}+`.toLowerCase(), mailbox.slice(at).toLowerCase()];
  const given = address.toLowerCase();
  if (!given.startsWith(prefix) || !given.endsWith(suffix)) return null;
  const token = given.slice(prefix.length, given.length - suffix.length);
  if (!/^[oc][0-7][0-9a-v]{41}$/.test(token)) return null;
  const named = token.slice(0, 1 + idSigns);
  const [mac, expected] = [token.slice(named.length), macOf(secret, named)];
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return null;
  const hex = [...named.slice(1)]
    .reduce((sum, sign) => sum * 32n + BigInt(Number.parseInt(sign, 32)), 0n)
    .toString(16)
    .padStart(32, '0');
  const ticketId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { side: named.startsWith('o') ? 'operator' : 'customer', ticketId };
}

/** Five bits per character. */
function macOf(secret: Uint8Array, named: string): string {
  const mac = createHmac('sha256', secret).update(`reply\n${named}`).digest();
  return Array.from(mac.subarray(0, macSigns), (byte) => (byte & 31).toString(32)).join('');
}
