import { connect, type Socket } from 'node:net';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { signDpop } from '@comet/admission';
import { accountsKind, api, grantKinds } from '@comet/contract';
import type { FleetGateway } from './fleet-gateways.ts';

const proofKeys = new Map<string, KeyObject>();

/** Opens the feed of a gateway after a cursor in format 2, compressed, over its own connection. */
export function openFeedStream(
  port: number,
  gateway: FleetGateway,
  cursor: number,
  handlers: { readonly onChunk: (chunk: Buffer) => void; readonly onEnd: (reason: string) => void },
): Socket {
  const key = proofKeys.get(gateway.id) ?? createPrivateKey(gateway.proofKey);
  proofKeys.set(gateway.id, key);
  const { method, path } = api.followFeed;
  const { token } = gateway;
  const proof = signDpop(key, { method, path, token }, Math.floor(Date.now() / 1000));
  const kinds = [...grantKinds, accountsKind].join(',');
  const head = [
    `${method} ${path}?cursor=${cursor}&kinds=${kinds}&format=2 HTTP/1.1`,
    'host: api.example',
    `authorization: Bearer ${token}`,
    `dpop: ${proof}`,
    'accept: application/x-ndjson',
    'accept-encoding: gzip',
    `x-forwarded-for: ${gateway.address}`,
  ];
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let failure = 'the stream ended';
  const reader = createChunkReader(handlers.onChunk);
  socket.on('data', (bytes: Buffer) => {
    try {
      reader(bytes);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      socket.destroy();
    }
  });
  socket.on('error', (error) => (failure = error.message));
  socket.on('close', () => handlers.onEnd(failure));
  socket.on('connect', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
  return socket;
}

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Returns a function that takes the bytes of a chunked response (RFC 9112 §7.1) as they arrive, and calls `onChunk` for each chunk. Throws for
 * another response. The API writes each line of the feed as one chunk.
 */
export function createChunkReader(onChunk: (chunk: Buffer) => void): (bytes: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let wanted = 1;
  let isHeadRead = false;
  return (bytes) => {
    pieces.push(bytes);
    length += bytes.length;
    if (length < wanted) return;
    let rest = Buffer.concat(pieces);
    if (!isHeadRead) {
      const end = rest.indexOf(headEnd);
      if (end !== -1) {
        const head = rest.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 200 ') || !/^transfer-encoding: chunked$/im.test(head))
          throw new Error(`The feed was answered with ${head.split('\r\n')[0]}`);
        isHeadRead = true;
        rest = rest.subarray(end + headEnd.length);
      }
    }
    wanted = rest.length + 1;
    for (let end = isHeadRead ? rest.indexOf(lineEnd) : -1; end !== -1; end = rest.indexOf(lineEnd)) {
      const size = Number.parseInt(rest.toString('latin1', 0, end), 16);
      if (size === 0) throw new Error('the stream ended');
      const after = end + lineEnd.length + size + lineEnd.length;
      if (rest.length < after) {
        wanted = after;
        break;
      }
      onChunk(rest.subarray(end + lineEnd.length, after - lineEnd.length));
      rest = rest.subarray(after);
      wanted = rest.length + 1;
    }
    pieces = rest.length === 0 ? [] : [rest];
    ({ length } = rest);
  };
}
