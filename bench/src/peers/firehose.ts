import { createServer } from 'node:net';

/** Sends without end to whoever says a line, and keeps still towards all others. Prints its port. */
const water = Buffer.alloc(1_048_576, 'x');
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  const pour = (): void => {
    while (!socket.destroyed && socket.write(water));
  };
  socket.on('data', pour).on('drain', pour);
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
process.once('SIGTERM', () => process.exit(0));
