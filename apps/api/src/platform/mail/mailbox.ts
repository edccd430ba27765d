import { domainToASCII } from 'node:url';

/** A provider's domains at which one name is one mailbox; the first is the canonical domain. */
const providers: readonly { readonly domains: readonly string[]; readonly ignored?: RegExp }[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  {
    domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'narod.ru'],
    // There, a dot and a hyphen are equivalent.
    ignored: /[.-]/g,
  },
];

const providerOf = new Map(
  providers.flatMap((provider) => provider.domains.map((domain) => [domain, provider])),
);

/** Where `anything@NAME.fastmail.com` leads to `NAME@fastmail.com`. */
const byName = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * Returns the canonical mailbox of an address: lower case, without a `+tag` (RFC 5233 subaddressing) and the characters that its provider
 * ignores, at the first of its provider's domains. Only for comparing mailboxes: mails are sent to the address as entered.
 */
export function mailboxOf(address: string): string {
  const given = address.trim().normalize('NFKC').toLowerCase();
  const at = given.lastIndexOf('@');
  const written = given.slice(at + 1);
  const ascii = domainToASCII(written) || written;
  const provider = providerOf.get(ascii);
  const [untagged = ''] = given.slice(0, at).split('+');
  // A local part that begins with `+` has no name before the tag.
  const named = untagged === '' ? given.slice(0, at) : untagged;
  const [, name, host] = byName.exec(ascii) ?? [];
  if (name !== undefined) return `${name}@${host}`;
  const local = provider?.ignored === undefined ? named : named.replaceAll(provider.ignored, '');
  return `${local}@${provider?.domains[0] ?? ascii}`;
}
