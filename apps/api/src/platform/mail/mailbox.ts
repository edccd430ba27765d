import { domainToASCII } from 'node:url';

/** Domains of one provider whose mailboxes are the same. */
const sameDomains: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };
/** Providers that ignore dots before the `@`. */
const withoutDots: ReadonlySet<string> = new Set(['gmail.com']);

/**
 * The mailbox that an address leads to, one spelling for each: small letters, without a `+tag` (RFC 5233 subaddressing), without the dots that
 * Gmail ignores. To compare mailboxes; mails go to the address as it was given.
 */
export function mailboxOf(address: string): string {
  const given = address.trim().normalize('NFKC').toLowerCase();
  const at = given.lastIndexOf('@');
  const written = given.slice(at + 1);
  const ascii = domainToASCII(written) || written;
  const domain = sameDomains[ascii] ?? ascii;
  const [untagged = ''] = given.slice(0, at).split('+');
  // An address that begins with its tag has no other name.
  const named = untagged === '' ? given.slice(0, at) : untagged;
  const local = withoutDots.has(domain) ? named.replaceAll('.', '') : named;
  return `${local}@${domain}`;
}
