import { isIpv4, isIpv6 } from '../ip.ts';

/** Lengths are limited (RFC 5321 §4.5.3.1), so that every text is matched in linear time. */
const email = /[^\s"'<>()[\]{}:;,@\\/]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/giu;
const userinfo = /(:\/\/)[^\s/@"']{1,200}@/g;
const authorization = /\b(Bearer|DPoP|Basic) [\w.~+/=-]+/gi;
/** Values of parameters that carry a secret in a URL or a form. */
const parameter = /\b(token|code|password|secret|signature|key)=[^\s&"']+/gi;
/** Keys, tokens and tickets: runs of base64url, with the dots between their parts, or a WireGuard key in base64. */
const secret = /[A-Za-z0-9_-]{22,}(?:\.[A-Za-z0-9_-]{8,})*|[A-Za-z0-9+/]{43}=/g;
const address6 =
  /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{0,4})(?![\w:.]{0,40}[0-9a-f]:)/gi;
const address4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\d)/g;
/** Loopback and unspecified addresses reveal nothing. */
const harmless = /^(?:127\..*|0\.0\.0\.0|::1?)$/;

/**
 * Replaces what may identify a person or open an account: email and IP addresses, credentials and long random values. Messages of other
 * programs (a mail server, a provider, the system) may contain them.
 */
export function redact(text: string): string {
  return text
    .replaceAll(userinfo, '$1[credentials]@')
    .replaceAll(authorization, '$1 [token]')
    .replaceAll(parameter, '$1=[secret]')
    .replaceAll(email, '[email]')
    .replaceAll(address6, (found) => (isIpv6(found) && !harmless.test(found) ? '[address]' : found))
    .replaceAll(address4, (found) => (isIpv4(found) && !harmless.test(found) ? '[address]' : found))
    .replaceAll(secret, (found) => (isRandom(found) ? '[secret]' : found));
}

/** Words and identifiers of programs have no digits, or only one case; request ids and UUIDs are hexadecimal. */
function isRandom(text: string): boolean {
  return /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}
