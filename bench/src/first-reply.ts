import { spawn } from 'node:child_process';
import { connect } from 'node:net';

/**
 * Runs inside a lab host: starts a command and prints how many milliseconds pass until an echo server has answered
 * the first request after it (`reply`), or just the first packet, as a ping would see it (`packet`). Arguments: which of them, the
 * server's address, then the command.
 */
const [until, server, command, ...rest] = process.argv.slice(2);
if ((until !== 'reply' && until !== 'packet') || server === undefined || command === undefined)
  throw new Error('first-reply reply|packet SERVER COMMAND [ARGUMENT …]');

const started = performance.now();
await run(command, rest);
await (until === 'packet' ? firstPacket(server) : firstByte(server));
console.log(performance.now() - started);

function run(file: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${file} ended with ${code}: ${complaint}`));
    });
  });
}

function firstPacket(host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(80, host, () => {
      socket.destroy();
      resolve();
    });
    socket.setTimeout(5000, () => socket.destroy(new Error('No answer within five seconds')));
    socket.once('error', reject);
  });
}

function firstByte(host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(80, host, () =>
      socket.write('GET / HTTP/1.1\r\nHost: echo\r\nConnection: close\r\n\r\n'),
    );
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.setTimeout(5000, () => socket.destroy(new Error('No reply within five seconds')));
    socket.once('error', reject);
  });
}
