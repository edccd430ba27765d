import type { Endpoint } from '@comet/contract';
import type { FastifyRequest } from 'fastify';
import { type CallerOf, deviceIdOf } from '../authentication/caller.ts';
import type { Parts } from './decode.ts';
import type { Call } from './route.ts';
import { type CallingClient, readUserAgent } from '../addresses/user-agent.ts';

const noBytes = Buffer.alloc(0);

/** A request as its handler sees it. What few handlers ask for is worked out when they do. */
export class IncomingCall implements Call<Endpoint> {
  readonly params: never;
  readonly query: never;
  readonly body: never;
  readonly caller: CallerOf<Endpoint>;
  readonly address: string;
  readonly signal: AbortSignal;
  readonly request: FastifyRequest;

  constructor(request: FastifyRequest, decoded: Parts, signal: AbortSignal) {
    // The mount has decoded them by the endpoint's own schemas, whose types are forgotten here.
    this.params = decoded.params as never;
    this.query = decoded.query as never;
    this.body = decoded.body as never;
    this.caller = request.caller;
    this.address = request.address;
    this.signal = signal;
    this.request = request;
  }

  get deviceId(): string | null {
    return deviceIdOf(this.request.headers['app-identifier']);
  }

  get client(): CallingClient {
    return readUserAgent(this.request.headers['user-agent']);
  }

  get rawBody(): Buffer {
    return rawBodyOf(this.request);
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }
}

/** The bytes of the body; none where there was no body. */
export function rawBodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : noBytes;
}
