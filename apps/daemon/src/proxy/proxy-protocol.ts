import type { Socket } from 'node:net';

/** Timeout in ms for a program's request, and for the work before data flows. */
export const requestTimeout = 15_000;
export const maxHeadLength = 16_384;
/** The longest SOCKS5 request: it contains a host name of 255 bytes. */
export const maxSocksRequestLength = 262;
/** Time in ms for a slow client to read the refusal. */
const lingerMs = 5_000;

/** Replies of RFC 1928 §6. */
export const socksReplies = {
  succeeded: 0,
  general: 1,
  notAllowed: 2,
  networkUnreachable: 3,
  hostUnreachable: 4,
  commandNotSupported: 7,
} as const;

/** The response to a request that is not for a proxy: a page in a browser can send one to a local port. */
export const notAProxyRequest = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Header lines that concern only the program and its proxy. */
export const ownLines = /^(?:proxy-authorization|proxy-connection|connection|keep-alive):/i;

/** The length of a first message, HTTP or SOCKS5; null while it is incomplete. */
export function firstLength(received: Buffer): number | null {
  return received[0] === 5 ? greetingLength(received) : headLength(received);
}

function greetingLength(received: Buffer): number | null {
  return received.length < 2 ? null : 2 + received.readUInt8(1);
}

function headLength(received: Buffer): number | null {
  const end = received.indexOf('\r\n\r\n');
  return end === -1 ? null : end + 4;
}

export function socksRequestLength(received: Buffer): number | null {
  if (received.length < 5) return null;
  const [, , , type, nameLength = 0] = received;
  if (type === 3) return 7 + nameLength;
  return type === 4 ? 22 : 10;
}

/** A reply of SOCKS5 without an address. */
export function socksReply(code: number): Buffer {
  return Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0);
}

/** A refusal of an HTTP request, with its reason for programs and people. */
export function httpRefusal(status: string, code: string, sentence: string): string {
  const body = `${sentence}\n`;
  const head = [
    `HTTP/1.1 ${status}`,
    `Comet-Error: ${code}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends a last message and closes the connection; further input is ignored, for a limited time. */
export function sendAndClose(client: Socket, message: string | Buffer): void {
  client.end(message);
  client.resume();
  const timer = setTimeout(() => client.destroy(), lingerMs);
  client.once('close', () => clearTimeout(timer));
}
