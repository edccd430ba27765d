import type { UpstreamOutlet } from '../proxy-messages.ts';
import { readRequest, writeAddress } from '../socks/socks-frames.ts';

/** The target in a request to a provider's proxy: an address, never a name, so that only our own resolver resolves it. */
export interface EgressTarget {
  readonly host: string;
  readonly port: number;
  /** ISO 3166-1 alpha-2 in capitals. */
  readonly country: string;
  readonly city: string | null;
  readonly session: string;
}

/** Each step sends a message and reads the response: `more` until it is complete, then its length in bytes, or `refused`. */
export interface Step {
  readonly request: Buffer;
  read(received: Buffer): 'more' | 'refused' | number;
}

const maxReplyLength = 16_384;

/** The steps of a connection request to a provider's proxy. */
export function upstreamSteps(upstream: UpstreamOutlet, target: EgressTarget): readonly Step[] {
  const username = fillTemplate(upstream.usernameTemplate, target);
  return upstream.protocol === 'http'
    ? [connectStep(username, upstream.password, target)]
    : socksSteps(username, upstream.password, target);
}

/** `{country}` (lower case), `{city}` and `{session}` of a template filled in. */
function fillTemplate(template: string, target: Pick<EgressTarget, 'country' | 'city' | 'session'>): string {
  const values: Readonly<Record<string, string>> = {
    country: target.country.toLowerCase(),
    city: target.city ?? '',
    session: target.session,
  };
  return template.replaceAll(/\{(country|city|session)\}/g, (_, name: string) => values[name] ?? '');
}

function connectStep(username: string, password: string, { host, port }: EgressTarget): Step {
  const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  return {
    request: Buffer.from(
      `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`,
    ),
    read(received) {
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return received.length > maxReplyLength ? 'refused' : 'more';
      return /^HTTP\/1\.[01] 2\d\d /.test(received.toString('latin1', 0, 20)) ? end + 4 : 'refused';
    },
  };
}

/** The steps of a UDP association at a provider's SOCKS5 proxy; `granted` is called with its relay address. */
export function associateSteps(
  upstream: UpstreamOutlet,
  target: Pick<EgressTarget, 'country' | 'city' | 'session'>,
  granted: (host: string, port: number) => void,
): readonly Step[] {
  const [greeting, login] = socksSteps(
    fillTemplate(upstream.usernameTemplate, target),
    upstream.password,
    unspecified,
  );
  if (greeting === undefined || login === undefined) return [];
  const associate: Step = {
    request: Buffer.concat([Buffer.of(5, 3, 0), writeAddress(unspecified.host, unspecified.port)]),
    read(received) {
      const reply = readRequest(received);
      if (reply === 'more') return received.length > maxReplyLength ? 'refused' : 'more';
      if (reply === 'bad' || received[1] !== 0) return 'refused';
      granted(reply.message.host, reply.message.port);
      return reply.length;
    },
  };
  return [greeting, login, associate];
}

/** The client address while it is unknown (RFC 1928 §6). */
const unspecified = { host: '0.0.0.0', port: 0 };

function socksSteps(
  username: string,
  password: string,
  { host, port }: Pick<EgressTarget, 'host' | 'port'>,
): readonly Step[] {
  const name = Buffer.from(username);
  const secret = Buffer.from(password);
  return [
    { request: Buffer.of(5, 1, 2), read: (received) => readReply(received, 2, received[1] === 2) },
    {
      request: Buffer.concat([Buffer.of(1, name.length), name, Buffer.of(secret.length), secret]),
      read: (received) => readReply(received, 2, received[1] === 0),
    },
    {
      request: Buffer.concat([Buffer.of(5, 1, 0), writeAddress(host, port)]),
      read(received) {
        if (received.length < 5) return 'more';
        const size = received[3] === 1 ? 4 : received[3] === 4 ? 16 : 1 + received.readUInt8(4);
        return readReply(received, 4 + size + 2, received[1] === 0);
      },
    },
  ];
}

function readReply(received: Buffer, length: number, isAccepted: boolean): 'more' | 'refused' | number {
  if (received.length < length) return 'more';
  return isAccepted ? length : 'refused';
}
