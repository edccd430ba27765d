import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs on the lab's client: a virtual display, and WebKitWebDriver, which listens on TCP of the client's network namespace and is relayed
 * to a unix socket. Prints a line when ready, and exits when its standard input ends.
 */
const [socket = ''] = process.argv.slice(2);
const PORT = 4455;

const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
  stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
});
const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
const env = { ...process.env, DISPLAY: `:${display.toString().trim()}` };
const driver = spawn('WebKitWebDriver', [`--port=${PORT}`], { stdio: ['ignore', 'inherit', 'inherit'], env });
while (!(await responds())) await sleep(20);

const relay = createServer((caller) => {
  const called = connect(PORT, '127.0.0.1');
  caller.pipe(called).pipe(caller);
  for (const end of [caller, called]) end.on('error', () => [caller, called].forEach((one) => one.destroy()));
});
relay.listen(socket, () => {
  console.log(JSON.stringify({ bus: process.env['DBUS_SESSION_BUS_ADDRESS'], display: env.DISPLAY }));
});

process.stdin.resume();
await once(process.stdin, 'end');
driver.kill();
screen.kill();
relay.close();
process.exit(0);

function responds(): Promise<boolean> {
  const call = connect(PORT, '127.0.0.1');
  return new Promise((resolve) => {
    call.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => call.destroy()) as Promise<boolean>;
}
