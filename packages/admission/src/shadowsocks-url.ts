import { type Endpoint, fromBase64url, parseEndpoint } from '@comet/foundation';

/** The ciphers of Shadowsocks that authenticate (AEAD, SIP004), and that Debian's programs support. */
export const shadowsocksMethods = ['chacha20-ietf-poly1305', 'aes-256-gcm', 'aes-128-gcm'] as const;

/** A Shadowsocks server. */
export interface ShadowsocksServer extends Endpoint {
  readonly method: (typeof shadowsocksMethods)[number];
  readonly password: string;
}

/** Maximum length of a server's URL. */
export const maxServerUrlLength = 300;

/**
 * Parses the URL of a Shadowsocks server (SIP002): `ss://BASE64(METHOD:PASSWORD)@ADDRESS:PORT#NAME`. Returns null for other texts, host
 * names, which would have to be resolved, other ciphers and plugins.
 */
export function readShadowsocksUrl(text: string): ShadowsocksServer | null {
  if (text.length > maxServerUrlLength) return null;
  const match = /^ss:\/\/([A-Za-z0-9+/_-]{1,250})={0,2}@([^/?#@]{1,60})\/?(?:#[^\s]*)?$/.exec(text);
  const endpoint = parseEndpoint(match?.[2] ?? '');
  const login = decoded(match?.[1] ?? '');
  const [, name, password] = /^([a-z0-9-]{1,40}):([^\p{Cc}]{1,120})$/u.exec(login ?? '') ?? [];
  const method = shadowsocksMethods.find((one) => one === name);
  return endpoint === null || method === undefined || password === undefined
    ? null
    : { ...endpoint, method, password };
}

/** The text in base64 or base64url; null if it is no UTF-8. */
function decoded(base64: string): string | null {
  const bytes = fromBase64url(base64.replaceAll('+', '-').replaceAll('/', '_'));
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
