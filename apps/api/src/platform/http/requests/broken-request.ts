import type { Socket } from 'node:net';
import { errorCodes } from '@comet/contract';
import { type BareCode, type Refusal } from './route.ts';
import { errorBodyOf } from './error-response.ts';
import { securityHeaders } from '../security-headers.ts';

const codeOfParser: Readonly<Record<string, BareCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

interface ParserError extends Error {
  readonly code?: string | undefined;
  /** The bytes that the parser failed on; Fastify's types declare their JSON form. */
  readonly rawPacket?: unknown;
}

/**
 * Responds to malformed or incomplete HTTP with the usual error body, and closes the connection: the start of the next request is unknown
 * (RFC 9112 §11.2).
 */
export function respondToBrokenRequest(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal: Refusal = { code: codeOf(error) };
  const body = JSON.stringify(errorBodyOf(refusal));
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${errorCodes[refusal.code].status} Refused\r\n${lines.join('')}\r\n${body}`);
}

const requestLine = /^[A-Z]+ \/[\x21-\x7e]* HTTP\/1\.1\r\n/;

function codeOf({ code = '', rawPacket }: ParserError): BareCode {
  // HTTP with a method that is unknown to the parser, as opposed to another protocol (RFC 9112 §3).
  const isUnknownMethod =
    code === 'HPE_INVALID_METHOD' &&
    Buffer.isBuffer(rawPacket) &&
    requestLine.test(rawPacket.toString('latin1'));
  return isUnknownMethod ? 'method_not_allowed' : (codeOfParser[code] ?? 'malformed_request');
}
