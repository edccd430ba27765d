import { type Endpoint, formatEndpoint, parseEndpoint, toBase64url } from '@comet/foundation';
import { readShadowsocksUrl, type ShadowsocksServer } from './shadowsocks-url.ts';

/** A server of the operator that forwards a connection to the API only, over a protocol that censors do not recognise. */
export type Bridge =
  | ({ readonly kind: 'shadowsocks' } & ShadowsocksServer)
  | ({
      readonly kind: 'obfs4';
      /** Node id and public key (obfs4-spec, 3), as base64 without padding. */
      readonly cert: string;
    } & Endpoint);

/** The loopback port at a bridge where its forwarder to the API listens: the only destination that its Shadowsocks server reaches. */
export const bridgeForwarderPort = 61_443;

/** Parses a bridge as text: a Shadowsocks URL, or `obfs4://CERT@ADDRESS:PORT` with the certificate as base64url. Null for other texts. */
export function readBridge(text: string): Bridge | null {
  const shadowsocks = readShadowsocksUrl(text);
  if (shadowsocks !== null) return { kind: 'shadowsocks', ...shadowsocks };
  const match = /^obfs4:\/\/([A-Za-z0-9_-]{70})@([^/?#@]{1,60})$/.exec(text);
  const endpoint = parseEndpoint(match?.[2] ?? '');
  if (match?.[1] === undefined || endpoint === null) return null;
  return { kind: 'obfs4', ...endpoint, cert: match[1].replaceAll('-', '+').replaceAll('_', '/') };
}

/** Writes a bridge as the text that `readBridge` parses. */
export function formatBridge(bridge: Bridge): string {
  const at = formatEndpoint(bridge);
  if (bridge.kind === 'obfs4')
    return `obfs4://${bridge.cert.replaceAll('+', '-').replaceAll('/', '_')}@${at}`;
  const login = new TextEncoder().encode(`${bridge.method}:${bridge.password}`);
  return `ss://${toBase64url(login)}@${at}`;
}
