/** The parts of a CONNECT head that a tunnel needs. */
interface ConnectHead {
  /** As sent by the client: `host:port`. */
  readonly authority: string;
  /** The value of Proxy-Authorization; null without one. */
  readonly authorization: string | null;
}

/** The end of every head. */
export const headEnd = '\r\n\r\n';

const connectLine = /^CONNECT ([^ ]{1,300}) HTTP\/1\.[01]$/;

/** Parses the head of a CONNECT (RFC 9110 §9.3.6); null for any other text. `text` ends before the empty line; latin1. */
export function readConnect(text: string): ConnectHead | null {
  const end = text.indexOf('\r\n');
  const match = connectLine.exec(end === -1 ? text : text.slice(0, end));
  if (match === null) return null;
  let authorization: string | null = null;
  for (let at = end; at !== -1; ) {
    const next = text.indexOf('\r\n', at + 2);
    const line = next === -1 ? text.slice(at + 2) : text.slice(at + 2, next);
    const colon = line.indexOf(':');
    // A space after a field name enables request smuggling (RFC 9112 §5.1).
    if (colon < 1 || /[\s\0]/.test(line.slice(0, colon))) return null;
    if (colon === 19 && line.slice(0, colon).toLowerCase() === 'proxy-authorization') {
      if (authorization !== null) return null;
      authorization = line.slice(colon + 1).trim();
    }
    at = next;
  }
  return { authority: match[1] ?? '', authorization };
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Parses `Basic …` (RFC 7617); null for other values. */
export function readBasic(authorization: string): Credentials | null {
  const match = /^basic +([A-Za-z0-9+/]{1,800}={0,2})$/i.exec(authorization);
  if (match === null) return null;
  const pair = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon === -1 ? null : { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}
