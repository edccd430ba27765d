import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { buffer, text } from 'node:stream/consumers';

/** One call of an agent to the API; bodies are parsed JSON, null where there is none. */
export interface Exchange {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  readonly reply: unknown;
}

export interface Recorder {
  /** In the order of the API's replies. Streams are left out. */
  readonly exchanges: readonly Exchange[];
  close(): Promise<void>;
}

const parsed = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
};

/** Records every call to the API through the lab's unix socket: listens at its path and forwards to the renamed socket. */
export async function recordExchanges(socket: string): Promise<Recorder> {
  const direct = `${socket}.direct`;
  await rename(socket, direct);
  const exchanges: Exchange[] = [];
  const server = createServer((call, received) => {
    const { method = '', url: path = '', headers } = call;
    void (async () => {
      const sent = await buffer(call);
      const onward = request({ socketPath: direct, method, path, headers });
      onward.on('error', () => received.destroy());
      onward.end(sent);
      const [response] = (await once(onward, 'response')) as [IncomingMessage];
      const { statusCode: status = 0, headers: sentBack } = response;
      received.writeHead(status, sentBack);
      if (!received.destroyed) response.pipe(received);
      // The change feed (ndjson) ends when its reader closes it. Any other call is recorded even if its caller disconnects.
      if (!/\bjson\b/.test(sentBack['content-type'] ?? 'json')) {
        received.on('close', () => onward.destroy());
        if (received.destroyed) onward.destroy();
        return;
      }
      const reply = parsed(await text(response));
      exchanges.push({ method, path, body: parsed(sent.toString()), status, reply });
    })().catch(() => received.destroy());
  });
  server.listen(socket);
  await once(server, 'listening');
  return {
    exchanges,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await rename(direct, socket);
    },
  };
}
