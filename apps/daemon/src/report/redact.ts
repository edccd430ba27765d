import { isIpv4, isIpv6 } from '@comet/foundation';

/** What we wrote into our own rules and what means no machine: it tells nothing of the user and makes rules readable. */
const commonplace =
  /^(0\.0\.0\.0|127\..*|255\.255\.255\.255|10\.0\.0\.0|172\.16\.0\.0|192\.168\.0\.0|169\.254\.0\.0|224\.0\.0\.0|239\.255\.255\.25[01]|100\.64\.0\.1|::1?|fe80::|fc00::|ff0[25]::|ff02::[0-9a-f:]+|ff05::1:3)$/i;

/** Lengths are bounded (RFC 5321 §4.5.3.1), so that no text takes long. */
const email = /[^\s"<>(),;:@]{1,64}@[^\s"<>(),;:@]{1,255}/gu;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const hardware = /\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b/gi;
/** A link named by its hardware address (systemd.net-naming-scheme(7)). */
const hardwareLink = /\b(?:en|wl|ww|sl|ib)x[0-9a-f]{12}\b/gi;
/**
 * Where resolv.conf(5) and resolvectl(1) name the domains of a network; `~` marks one that is only asked about. What does not fit in one of
 * resolvectl's lines goes on in the next ones, farther in and without a label.
 */
const domains =
  /^([ \t]*(?:search|domain|(?:Link \d+ \([^)\n]{1,20}\) )?DNS Domain:)[ \t]+)(\S.*(?:\n[ \t]{8,200}[^\s:]+(?:[ \t]+[^\s:]+)*[ \t]*$)*)/gim;
/** The name by which a resolver is asked over TLS (resolved.conf(5)): with many services it is the customer's own. */
const resolverName = /(?<=[0-9a-f:.%\w]#)[a-z0-9._-]+/gi;
/** Keys, tokens, tickets, hashes: long runs of base64, base64url or hexadecimal digits, with the dots between their parts. */
const secret = /[A-Za-z0-9+/_-]{22,}={0,2}(?:\.[A-Za-z0-9+/_=-]{8,})*/g;
const address6 =
  /(?:(?<![\w:.])|(?<=[a-z]{3}:))(?:[0-9a-f]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{0,4})(?![\w:.]{0,40}[0-9a-f]:)/gi;
const address4 = /(?<!\d|\d\.)(?:\d{1,3}\.){3}\d{1,3}(?![\d])/g;
const home = /\/(home|Users)\/[^/\s"':]+/g;

/**
 * Makes texts safe to hand on: `known` secrets and names first, then whatever looks like an address of mail, network or hardware, an
 * identifier or a key. The same value gets the same number everywhere, so that what belongs together stays recognisable.
 */
export function redactor(known: readonly string[]): (text: string) => string {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const name = (kind: string, value: string): string => {
    const present = numbers.get(`${kind} ${value}`);
    if (present !== undefined) return present;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = `<${kind} ${count}>`;
    numbers.set(`${kind} ${value}`, made);
    return made;
  };
  const exact = [...new Set(known.filter((value) => value !== ''))].sort(
    (one, other) => other.length - one.length,
  );

  return (text) => {
    let clean = text;
    for (const value of exact)
      for (const form of new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]))
        clean = clean.replaceAll(standing(form), () => name('private', value));
    return clean
      .replaceAll(
        domains,
        (_, label: string, names: string) =>
          label + names.replaceAll(/[^\s~]+/g, (one) => name('domain', one)),
      )
      .replaceAll(resolverName, (found) => name('name', found.toLowerCase()))
      .replaceAll(email, (found) => name('email', found.toLowerCase()))
      .replaceAll(home, (_, folder: string) => `/${folder}/<user>`)
      .replaceAll(uuid, (found) => name('id', found.toLowerCase()))
      .replaceAll(hardwareLink, (found) => name('link', found.toLowerCase()))
      .replaceAll(hardware, (found) => name('mac', found.toLowerCase()))
      .replaceAll(address6, (found) => {
        const text6 = found.toLowerCase();
        return isIpv6(text6) && !commonplace.test(text6) ? name('ipv6', text6) : found;
      })
      .replaceAll(address4, (found) =>
        isIpv4(found) && !commonplace.test(found) ? name('ipv4', found) : found,
      )
      .replaceAll(secret, (found) =>
        found.length >= 40 || /\d/.test(found) ? name('secret', found) : found,
      );
  };
}

/** Where a text stands, in any letters, for a resolver's are small; one of a letter or two only as a word of its own, or nothing would be left readable. */
function standing(text: string): RegExp {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(text.length >= 3 ? literal : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
}
