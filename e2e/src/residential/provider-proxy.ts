import { createServer } from 'node:http';
import { connect } from 'node:net';

/** HTTP CONNECT proxy of a provider, run on a lab host. Connects from its own address. Arguments: address, port, password. */
const [address = '', port, password = ''] = process.argv.slice(2);

const server = createServer((_request, response) => response.writeHead(405).end());
server.on('connect', (request, client) => {
  const [, basic = ''] = /^Basic (\S+)$/.exec(request.headers['proxy-authorization'] ?? '') ?? [];
  if (!Buffer.from(basic, 'base64').toString().endsWith(`:${password}`))
    return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  const [host = '', to] = (request.url ?? '').split(':');
  const far = connect({ host, port: Number(to), localAddress: address }, () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    client.pipe(far).pipe(client);
  });
  far.on('error', () => client.destroy());
  client.on('error', () => far.destroy());
});
server.listen(Number(port), address);
