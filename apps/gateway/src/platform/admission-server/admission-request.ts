import type { IncomingMessage, ServerResponse } from 'node:http';
import { exitAdmissionPath, type AdmissionErrorCode, admissionErrorCodes } from '@comet/contract';
import { networkOf, parseIp } from '@comet/foundation';

export interface AdmissionRequest {
  readonly method: string;
  readonly path: string;
  /** The key of rate limits: an IPv4 address, or the /64 of an IPv6 address. */
  readonly source: string;
  readonly body: string;
}

export interface AdmissionReply {
  readonly status: number;
  readonly body?: unknown;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Reason of a refusal, for the log. */
  readonly code?: string;
}

export interface ReplyOptions {
  handle(request: AdmissionRequest): Promise<AdmissionReply>;
  /** Called for each internal error. */
  onError(error: unknown): void;
}

/** Maximum body sizes in bytes: a customer's ticket has up to 2,048 characters; an exit's ticket contains the operator's rules. */
const bodyLimits = { customer: 4_096, exit: 17_408 };

/** Reads a request and writes the response. `source` is the key of rate limits, as in `AdmissionRequest`. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  source: string,
  options: ReplyOptions,
): Promise<void> {
  try {
    const body = await readBody(request);
    if (body === null) {
      response.shouldKeepAlive = false;
      write(response, {
        status: 400,
        body: { error: { code: 'malformed', message: 'The body is too large' } },
      });
      return;
    }
    const { method = '', url = '' } = request;
    write(response, await options.handle({ method, path: url, source, body }));
  } catch (error) {
    if (request.socket.destroyed) return;
    options.onError(error);
    write(response, {
      status: 500,
      body: { error: { code: 'internal_error', message: 'Something went wrong' } },
    });
  }
}

/** Resolves with the body as text; null if it exceeds the limit, and the rest is not read. */
function readBody(request: IncomingMessage): Promise<string | null> {
  const bodyLimit = request.url === exitAdmissionPath ? bodyLimits.exit : bodyLimits.customer;
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bodyLimit) {
        request.pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('close', () => reject(new Error('the client disconnected')));
    request.on('error', reject);
  });
}

function write(response: ServerResponse, { status, body, retryAfter }: AdmissionReply): void {
  if (response.headersSent) return;
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    'cache-control': 'no-store',
  });
  response.end(text);
}

/** The reply to a refused client. A rate-limited one may try again in a second. */
export function refuse(code: AdmissionErrorCode): AdmissionReply {
  const { status, text } = admissionErrorCodes[code];
  const body = { error: { code, message: text } };
  return code === 'rate_limited' ? { status, body, retryAfter: 1, code } : { status, body, code };
}

/**
 * Returns the key of rate limits: an IPv4 address unchanged, an IPv6 address as its /64, since one customer has the whole prefix.
 * `address` is as returned by Node; invalid addresses share the key `unknown`.
 */
export function sourceOf(address: string): string {
  const ip = parseIp(address.replace(/^::ffff:(?=\d+\.)/, ''));
  if (ip === null) return 'unknown';
  return networkOf({ address: ip, length: ip.family === 4 ? 32 : 64 });
}
