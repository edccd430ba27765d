import { isIp } from '@comet/foundation';

/** A DNS resolver. The host is a domain name or an IPv4 address. */
export type ResolverAddress =
  | { readonly over: 'plain'; readonly address: string }
  /** DNS over TLS (RFC 7858) or over QUIC (RFC 9250). */
  | { readonly over: 'tls' | 'quic'; readonly host: string; readonly port: number }
  /** DNS over HTTPS (RFC 8484). */
  | { readonly over: 'https'; readonly host: string; readonly port: number; readonly path: string };

const usualPorts = { tls: 853, quic: 853, https: 443 } as const;
const usualPath = '/dns-query';
const maxLength = 200;
const form = /^(tls|quic|https):\/\/([a-z0-9.-]+)(?::(\d{1,5}))?(\/[!-~]*)?$/i;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Parses a resolver: an IP address, or a URL such as `tls://dns.example`, `quic://dns.example:8853` or `https://dns.example/dns-query`.
 * Returns null if it is invalid. Only a URL with https has a path.
 */
export function parseResolver(text: string): ResolverAddress | null {
  if (isIp(text)) return { over: 'plain', address: text };
  const parts = text.length > maxLength ? null : form.exec(text);
  if (parts === null) return null;
  const [, scheme = '', name = '', digits, path] = parts;
  const over = scheme.toLowerCase() as keyof typeof usualPorts;
  const host = name.toLowerCase();
  const port = digits === undefined ? usualPorts[over] : Number(digits);
  if (!isHost(host) || port < 1 || port > 65_535) return null;
  if (over !== 'https') return path === undefined || path === '/' ? { over, host, port } : null;
  const isAllowed = path === undefined || !path.includes('#');
  return isAllowed ? { over, host, port, path: path === undefined || path === '/' ? usualPath : path } : null;
}

/** Whether a text is an IPv4 address or a domain name of at least two labels. */
function isHost(host: string): boolean {
  const labels = host.split('.');
  const isName =
    labels.length > 1 && labels.every((one) => label.test(one)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isName || isIp(host);
}
