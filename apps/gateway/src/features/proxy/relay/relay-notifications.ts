import { formatIp } from '@comet/foundation';
import type { Endpoint } from './relay-commands.ts';
import type { PlainRequest } from '../http/http-client.ts';

/** Handlers of the relay's notifications. */
export interface RelayHandlers {
  /** `addresses`: the client's address, and the local address; `::` for a CONNECT, which does not need it. */
  head(
    connectionId: number,
    addresses: { readonly from: string; readonly local: string },
    head: Buffer,
  ): void;
  /** `failure` is an errno, 0 for none; plus 65,536 if binding to the local address failed. */
  dialled(connectionId: number, dial: number, failure: number): void;
  received(connectionId: number, dial: number, bytes: Buffer): void;
  /** `bytes` are as of `counted`. */
  gone(connectionId: number, bytes: number): void;
  /** Bytes received from the other side. */
  counted(connectionId: number, bytes: number): void;
  /** A client has taken a preauthorised connection; sent instead of its head. */
  preauthorisationTaken(preauthorisation: number, connectionId: number): void;
  /** The preauthorisation has ended. */
  preauthorisationEnded(preauthorisation: number): void;
  spent(quotaAccount: number, bytes: number): void;
  short(quotaAccount: number): void;
  returned(quotaAccount: number, bytes: number): void;
  forwarded(limiter: number, bytes: number): void;
  /** Microseconds since the last notification. */
  worked(busy: number, idle: number): void;
  /** The ports of HTTP and SOCKS5. */
  listening(ports: readonly [number, number]): void;
  /** The head of a plain HTTP request; null for a malformed one. */
  request(connectionId: number, from: string, request: PlainRequest | null): void;
  /** The server's connection ended without a response; with `repeats`, the request may be sent over another connection. */
  failed(connectionId: number, repeats: boolean): void;
  /** The response is sent; `keeps`: the server's connection is kept for the next request. */
  responded(connectionId: number, keeps: boolean): void;
  /** The server's connection ended between two requests. */
  dropped(connectionId: number): void;
  /** Bytes from a SOCKS5 client since the last notification. */
  clientBytes(connectionId: number, bytes: Buffer): void;
  /** The port for a client's datagrams; 0 if sockets could not be opened. */
  associated(connectionId: number, port: number): void;
  /** The destination of a client's datagrams: an address of RFC 1928 §5. */
  destination(connectionId: number, bytes: Buffer): void;
  /** A tunnel connection, with its destination. */
  arrived(connectionId: number, from: string, to: Endpoint): void;
  finished(): void;
}

/** Minimum body length of each kind, in bytes. */
const minLengths: readonly number[] = [
  ...[0, 36, 10, 6, 12, 12, 4, 12, 12, 16, 4, 0, 12, 8, 4, 23, 5, 5, 4, 4, 6, 4, 38],
];

/** Passes all complete frames of `bytes` to `handlers`; returns their length. Throws at an unknown frame (`crates/relay/README.md`). */
export function readNotifications(bytes: Buffer, handlers: RelayHandlers): number {
  let at = 0;
  while (bytes.length - at >= 5) {
    const length = bytes.readUInt32LE(at + 1);
    if (bytes.length - at < 5 + length) break;
    const kind = bytes[at];
    const body = at + 5;
    if (kind === undefined || kind === 0 || length < (minLengths[kind] ?? Number.POSITIVE_INFINITY))
      throw invalidFrame();
    const word = (from: number): number => bytes.readUInt32LE(body + from);
    at = body + length;
    switch (kind) {
      case 1:
        handlers.head(
          word(0),
          { from: ipOf(bytes, body + 4), local: ipOf(bytes, body + 20) },
          bytes.subarray(body + 36, at),
        );
        break;
      case 2:
        handlers.dialled(word(0), bytes.readUInt16LE(body + 4), word(6));
        break;
      case 3:
        handlers.received(word(0), bytes.readUInt16LE(body + 4), Buffer.from(bytes.subarray(body + 6, at)));
        break;
      case 4:
        handlers.gone(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 6:
        handlers.short(word(0));
        break;
      case 5:
        handlers.spent(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 7:
        handlers.returned(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 8:
        handlers.forwarded(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 9:
        handlers.worked(word(0) + word(4) * 2 ** 32, word(8) + word(12) * 2 ** 32);
        break;
      case 10:
        handlers.listening([bytes.readUInt16LE(body), bytes.readUInt16LE(body + 2)]);
        break;
      case 11:
        handlers.finished();
        break;
      case 12:
        handlers.counted(word(0), word(4) + word(8) * 2 ** 32);
        break;
      case 13:
        handlers.preauthorisationTaken(word(0), word(4));
        break;
      case 14:
        handlers.preauthorisationEnded(word(0));
        break;
      case 15:
        handlers.request(word(0), ipOf(bytes, body + 4), requestOf(bytes.subarray(body + 20, at)));
        break;
      case 16:
        handlers.failed(word(0), bytes[body + 4] === 1);
        break;
      case 17:
        handlers.responded(word(0), bytes[body + 4] === 1);
        break;
      case 18:
        handlers.dropped(word(0));
        break;
      case 19:
        handlers.clientBytes(word(0), Buffer.from(bytes.subarray(body + 4, at)));
        break;
      case 20:
        handlers.associated(word(0), bytes.readUInt16LE(body + 4));
        break;
      case 21:
        handlers.destination(word(0), Buffer.from(bytes.subarray(body + 4, at)));
        break;
      case 22:
        handlers.arrived(word(0), ipOf(bytes, body + 4), {
          address: ipOf(bytes, body + 20),
          port: bytes.readUInt16LE(body + 36),
        });
        break;
      default:
        throw invalidFrame();
    }
  }
  return at;
}

function invalidFrame(): Error {
  return new Error('The relay sent an invalid frame');
}

/**
 * `[flags: u8][length: u16][authorization][method and target]`: bit 0 is set for a well-formed request, bit 1 for one with an authorization.
 */
function requestOf(bytes: Buffer): PlainRequest | null {
  const flags = bytes.readUInt8(0);
  if ((flags & 1) === 0) return null;
  const end = 3 + bytes.readUInt16LE(1);
  const space = bytes.indexOf(' ', end);
  if (space === -1) throw invalidFrame();
  return {
    authorization: (flags & 2) === 0 ? null : bytes.toString('latin1', 3, end),
    method: bytes.toString('latin1', end, space),
    target: bytes.toString('latin1', space + 1),
  };
}

function ipOf(bytes: Buffer, at: number): string {
  const word = (index: number): number => bytes.readUInt32BE(at + 4 * index);
  const isShort = word(0) === 0 && word(1) === 0;
  if (isShort && word(2) === 0 && word(3) === 0) return '::';
  if (isShort && word(2) === 0xffff)
    return `${bytes[at + 12]}.${bytes[at + 13]}.${bytes[at + 14]}.${bytes[at + 15]}`;
  return formatIp({ family: 6, bytes: [...bytes.subarray(at, at + 16)] });
}
