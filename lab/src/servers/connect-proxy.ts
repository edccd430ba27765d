import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';

/**
 * HTTP CONNECT proxy (RFC 9110 §9.3.6) on a unix socket that connects inside the lab. Unix sockets in the file system are independent of
 * network namespaces, so a process outside reaches a port inside without a route. Other methods get 405.
 */
export async function startConnectProxy(path: string): Promise<void> {
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '' }, client: Socket, head: Buffer) => {
    const target = URL.parse(`http://${url}`);
    const upstream = connect({ host: target?.hostname ?? '', port: Number(target?.port || 80) });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) socket.once('error', end).once('close', end);
  });
  server.listen(path);
  await once(server, 'listening');
}
