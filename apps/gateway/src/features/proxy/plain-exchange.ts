import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { type ExitAgent, ExitRefusal } from './exit-agent.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { Destination } from './read-destination.ts';
import { type Refusal, refusals } from './refusals.ts';

/** Sends a request on, and its answer back. */
export function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: { readonly host: string; readonly path: string },
  agent: ExitAgent,
  destination: Destination,
): void {
  const outgoing = request({
    agent,
    host: destination.host,
    port: destination.port,
    method: incoming.method,
    path: target.path,
    headers: [...forwardedHeaders(incoming.rawHeaders, target.host), ...framing(incoming)],
    setHost: false,
  });
  outgoing.on('upgrade', (_, stream) => {
    // Nobody was asked to change the protocol: the header that does is between neighbours.
    stream.destroy();
    refuse(response, 'target_unreachable');
  });
  outgoing.on('response', (answer) => {
    // Who asked has just gone, and that he has is told in a moment: what comes until then goes nowhere.
    if (response.destroyed) return void outgoing.destroy();
    const { statusCode = 0, statusMessage = '' } = answer;
    if (statusCode < 200 || statusCode > 999) {
      outgoing.destroy();
      return refuse(response, 'target_unreachable');
    }
    response.writeHead(
      statusCode,
      isReason(statusMessage) ? statusMessage : undefined,
      forwardedHeaders(answer.rawHeaders, null),
    );
    // What breaks off in the middle is broken off for the client too, who would take it for the whole otherwise.
    pipeline(answer, response, () => undefined);
    // Together with the beginning of the body where that came with it; of a stream of events the next may take hours.
    setImmediate(() => answer.readableDidRead || response.flushHeaders());
  });
  outgoing.on('error', (error) => {
    // What has begun ends as the answer does, which may have been whole.
    if (response.headersSent) return;
    // The other side ended a connection that rested, just when it was to be used again (RFC 9112 §9.3.1).
    if (outgoing.reusedSocket && isSaidTwice(incoming))
      return send(incoming, response, target, agent, destination);
    refuse(response, error instanceof ExitRefusal ? error.refusal : 'target_unreachable');
  });
  response.on('close', () => {
    outgoing.destroy();
    // Who was answered before he had said all says the rest to nobody, and may ask the next.
    incoming.unpipe(outgoing).resume();
  });
  incoming.on('error', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** A body is heard once, and what of it went out is not known. */
function isSaidTwice({ method, headers }: IncomingMessage): boolean {
  const isBare = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  return isBare && (method === 'GET' || method === 'HEAD');
}

/** Node reads more into a reason phrase than it lets anybody write (RFC 9112 §4): what it would throw at is not passed on. */
function isReason(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** A body without a length is sent on in chunks, coded as it came. */
function framing({ headers }: IncomingMessage): string[] {
  const coding = headers['transfer-encoding'];
  return coding === undefined ? [] : ['Transfer-Encoding', coding];
}

export function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, sentence } = refusals[refusal];
  response.writeHead(status, {
    ...(status === 407 ? { 'Proxy-Authenticate': 'Basic realm="Comet", charset="UTF-8"' } : {}),
    'Comet-Error': refusal,
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
  });
  response.end(`${sentence}\n`);
}
