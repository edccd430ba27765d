import { Readable } from 'node:stream';
import type { Endpoint } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { Traces } from '@comet/observability/traces';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import * as z from 'zod/mini';
import { inRequest } from '../../current-request.ts';
import { clientAddress } from '../addresses/source-address.ts';
import { type CallingClient, readUserAgent } from './user-agent.ts';
import {
  type RequestAuthorizationDeps,
  authorizeRequest,
  nameOf,
} from '../authentication/authorize-request.ts';
import { type CallerOf, deviceIdOf } from '../authentication/caller.ts';
import type { MeterRoute, RouteMeter } from '../observability/metrics.ts';
import { decodeRequest, isJsonType, parseJson, type Parts } from './decode.ts';
import { sendRefusal } from './error-response.ts';
import type { Idempotency } from './idempotency.ts';
import { acceptsGzip, encodeLines, type StreamLine } from './line-stream.ts';
import type { BareCode, Refusal, Route, Call } from './route.ts';

const noBytes = Buffer.alloc(0);

/** A request as its handler sees it. Rarely used properties are computed on demand. */
class IncomingCall implements Call<Endpoint> {
  readonly params: never;
  readonly query: never;
  readonly body: never;
  readonly caller: CallerOf<Endpoint>;
  readonly address: string;
  readonly signal: AbortSignal;
  readonly request: FastifyRequest;

  constructor(request: FastifyRequest, decoded: Parts, signal: AbortSignal) {
    // The parts were decoded by the endpoint's own schemas, whose types are erased here.
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
function rawBodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : noBytes;
}

export interface MountDeps extends RequestAuthorizationDeps {
  readonly idempotency: Idempotency;
  readonly meterRoute: MeterRoute;
  /** Aborted when the server shuts down. */
  readonly closing: AbortSignal;
}

type Outcome = Result<unknown, BareCode | Refusal>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The authorised caller, set by the hook that checks it; null before, and at public endpoints. */
    caller: CallerOf<Endpoint>;
    /** Client address, as the trusted proxies report it. */
    address: string;
    /** Its span; null without traces. */
    span: ReturnType<Traces['beginRequest']> | null;
    /** Meter of the mounted route; null for requests outside the contract. */
    meter: RouteMeter | null;
  }
}

/** Adds the request properties that `mountRoute` sets. */
export function prepareMounting(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('address', 'unknown');
  app.decorateRequest('meter', null);
  app.decorateRequest('span', null);
}

/**
 * Mounts an endpoint as an HTTP route. In this order: rate limit of the source, bearer token, rate limit of the account's device, content
 * type, body size, decoding, the handler, the reply. A refused request never incurs the cost of later steps.
 */
export function mountRoute(app: FastifyInstance, mounted: Route, deps: MountDeps): void {
  const { endpoint } = mounted;
  const meter = deps.meterRoute(endpoint);
  const refuse = (reply: FastifyReply, refusal: Refusal) => {
    meter.refuse(refusal.code);
    return sendRefusal(reply, refusal);
  };
  const mayCall = authorizeRequest(endpoint, deps);
  const admit = (request: FastifyRequest) => inRequest(request.id, () => mayCall(request));
  // A GET has no body: the handler follows authentication at once.
  const hasNoBody = endpoint.method === 'GET';
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    onRequest: (request, reply, done) => {
      request.meter = meter;
      // X-Forwarded-For is trusted as far as trusted proxies wrote it.
      request.address = clientAddress(request.ip, request.socket.remoteAddress);
      if (hasNoBody) return done();
      return void admit(request).then((refusal) => {
        if (refusal === null) done();
        else refuse(reply, refusal);
      }, done);
    },
    ...(endpoint.body === undefined ? {} : { preParsing: requireJson }),
    handler: async (request, reply) => {
      const refusal = hasNoBody ? await admit(request) : null;
      if (refusal !== null) return refuse(reply, refusal);
      const signal = signalOf(endpoint, reply, deps);
      const outcome = await inRequest(request.id, () => work(mounted, request, deps, signal));
      if (outcome.ok) return sendReply(endpoint, request, reply, outcome.value);
      return refuse(reply, typeof outcome.error === 'string' ? { code: outcome.error } : outcome.error);
    },
  });
}

async function requireJson(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload) {
  if (isJsonType(request.headers['content-type'])) return payload;
  return sendRefusal(reply, { code: 'unsupported_media_type' });
}

/** For a stream and a file: also aborted when the response has ended, or the client disconnects. */
function signalOf(endpoint: Endpoint, reply: FastifyReply, deps: MountDeps): AbortSignal {
  if (endpoint.stream !== true && endpoint.download === undefined) return deps.closing;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return AbortSignal.any([deps.closing, gone.signal]);
}

async function work(
  mounted: Route,
  request: FastifyRequest,
  deps: MountDeps,
  signal: AbortSignal,
): Promise<Outcome> {
  const { endpoint, handle } = mounted;
  const body: Result<unknown, Refusal> =
    endpoint.body === undefined ? ok(undefined) : parseJson(rawBodyOf(request));
  if (!body.ok) return err(body.error);
  const decoded = decodeRequest(endpoint, {
    params: request.params,
    query: request.query,
    body: body.value,
  });
  if (!decoded.ok) return err({ code: 'validation_failed', rules: decoded.error });

  const { caller } = request;
  const call = new IncomingCall(request, decoded.value, signal);
  const key = request.headers['idempotency-key'];
  if (endpoint.idempotent !== true || caller === null || typeof key !== 'string') return handle(call);
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    const rules = [
      { rule: 'idempotency_key.format', message: 'The Idempotency-Key does not have the right form' },
    ];
    return err({ code: 'validation_failed', rules });
  }
  const content = JSON.stringify([request.url, body.value]);
  return deps.idempotency.once({ userId: caller.id, endpoint: nameOf(endpoint), key, content }, () =>
    handle(call),
  );
}

function sendReply(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): FastifyReply {
  void reply.code(endpoint.status);
  void reply.header('cache-control', 'no-store');
  if (endpoint.stream === true) return sendLines(request, reply, value as AsyncIterable<StreamLine>);
  if (endpoint.download !== undefined) return sendFile(reply, endpoint.download, value as Uint8Array);
  if (endpoint.redirects === true) return reply.header('location', String(value)).send();
  if (endpoint.reply === undefined) return reply.send();
  return reply.send(z.encode(endpoint.reply, value));
}

/** Minimum average rate in bytes per ms at which a client must receive a file after the first half minute, else its connection ends. */
const minDownloadRate = 50;

/** Sends a file, which stays in memory until the client has received it. */
function sendFile(
  reply: FastifyReply,
  { mediaType, fileName }: NonNullable<Endpoint['download']>,
  bytes: Uint8Array,
): FastifyReply {
  const deadline = setTimeout(() => reply.raw.destroy(), 30_000 + bytes.length / minDownloadRate);
  reply.raw.once('close', () => clearTimeout(deadline));
  return reply
    .header('content-type', mediaType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Streams lines as they are produced. The source ends on its call's abort signal. */
function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  lines: AsyncIterable<StreamLine>,
): FastifyReply {
  const isCompressed = acceptsGzip(request.headers['accept-encoding']);
  if (isCompressed) void reply.header('content-encoding', 'gzip');
  return (
    reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('vary', 'accept-encoding')
      // A buffering proxy would delay a revocation.
      .header('x-accel-buffering', 'no')
      // It ends with the server or the client: a longer connection would delay the shutdown.
      .header('connection', 'close')
      .send(Readable.from(encodeLines(lines, isCompressed), { objectMode: false }))
  );
}
