import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ports, responseTo, server } from './probe-messages.ts';

/**
 * Runs on the lab's internet host: responds over UDP as `responseTo` says, and echoes received bytes over TCP. Prints `ready` when it
 * listens, and ends when its input ends.
 */
for (const port of ports.udp) {
  const socket = createSocket('udp4');
  socket.on('message', (message, sender) => {
    const { response, delayMs } = responseTo(message);
    setTimeout(() => socket.send(response, sender.port, sender.address), delayMs);
  });
  socket.bind(port, server);
  await once(socket, 'listening');
}
for (const port of ports.tcp) {
  const listener = createServer((connection) => {
    // A censor resets connections.
    connection.on('error', () => connection.destroy());
    connection.pipe(connection);
  });
  listener.listen(port, server);
  await once(listener, 'listening');
}
console.log('ready');
process.stdin.resume().once('end', () => process.exit());
