import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { programEnvironment } from '../system/guarded-process.ts';
import { exitMessageOf } from './openvpn.ts';
import {
  passwordCommands,
  maxManagementLineLength,
  type ManagementEvent,
  readManagementLine,
} from './openvpn-management.ts';

/** Timeout in ms. With UDP, OpenVPN sends one exit notification at once, and then waits for a second. */
const timeout = 200;

/** Pushed options that are ignored. They precede the file's own filters, because the first match applies. */
const ignoredPushOptions = ['ping', 'redirect-gateway', 'route', 'dhcp-option', 'block-'];

export interface ClientOptions {
  readonly program: string;
  /** Path for the management interface, in a folder that only root may enter. */
  readonly socket: string;
  /** The configuration in our own format. It is passed by standard input: keys are never on disk. */
  readonly config: string;
  readonly fwmark: number;
  /** Added to the environment of all our programs. */
  readonly env: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<'Auth' | 'SOCKS Proxy', readonly [string, string] | null>>;
  readonly onEvent: (event: ManagementEvent) => void;
  /** Called with the reason when the program has ended. */
  onEnd(how: string): void;
}

export interface OpenvpnClient {
  /** Resolves with the process's last output when it has ended. */
  readonly ended: Promise<string>;
  /** Sends the exit notification and ends the process. */
  leave(): void;
  stop(): Promise<void>;
}

/**
 * Starts OpenVPN and connects to its management interface. Mandatory options follow the file, which cannot override them: no scripts, no
 * addresses or routes, our mark. Rejects invalid credentials before a process starts. OpenVPN ends with the control channel, also when the
 * daemon is killed.
 */
export async function startOpenvpn(options: ClientOptions): Promise<OpenvpnClient> {
  const { program, socket, config, fwmark, onEnd } = options;
  const responses = new Map(
    Object.entries(options.credentials).map(([about, pair]) => [
      about,
      pair === null ? null : passwordCommands(about === 'Auth' ? 'Auth' : 'SOCKS Proxy', ...pair),
    ]),
  );
  await rm(socket, { force: true });
  const server = await listenOnce(socket, (connection) =>
    controlChannel(connection, options.onEvent, responses),
  );
  const child = spawn(
    program,
    [
      ...ignoredPushOptions.flatMap((option) => ['--pull-filter', 'ignore', option]),
      ...['--config', 'stdin'],
      ...['--script-security', '0', '--disable-dco', '--mark', String(fwmark), '--verb', '3'],
      ...['--ifconfig-noexec', '--route-noexec', '--ping', '5', '--ping-exit', '20'],
      ...['--auth-retry', 'nointeract', '--connect-retry-max', '2', '--reneg-sec', '3600'],
      ...['--management', socket, 'unix', '--management-client'],
      ...['--management-hold', '--management-query-passwords'],
    ],
    // A separate process group: a signal to ours must not end the tunnel before the daemon does.
    { detached: true, env: { ...programEnvironment, ...options.env }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  child.stdin.on('error', () => undefined);
  child.stdin.end(config);
  const ended = endOf(child).finally(() => {
    server.close();
    void rm(socket, { force: true });
  });
  let running = true;
  let leftAt: number | null = null;
  void ended.then((how) => {
    running = false;
    onEnd(how);
  });
  function leave(): void {
    if (!running || leftAt !== null) return;
    leftAt = performance.now();
    child.kill('SIGTERM');
  }
  return {
    ended,
    leave,
    async stop() {
      leave();
      const elapsed = performance.now() - (leftAt ?? 0);
      const late = setTimeout(() => child.kill('SIGKILL'), Math.max(0, timeout - elapsed));
      await ended;
      clearTimeout(late);
    },
  };
}

function controlChannel(
  socket: Socket,
  onEvent: ClientOptions['onEvent'],
  responses: ReadonlyMap<string, string | null>,
): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.write('state on\nlog on\nbytecount 1\n');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > maxManagementLineLength) socket.destroy();
    for (const line of lines) {
      const event = readManagementLine(line);
      if (event === null) continue;
      if (event.kind === 'held') socket.write('hold release\n');
      if (event.kind === 'password-requested') {
        const response = responses.get(event.about) ?? null;
        if (response !== null) socket.write(response);
      }
      onEvent(event);
    }
  });
}

/** A socket in a folder of root that accepts one control channel. */
function listenOnce(path: string, take: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      server.close();
      take(socket);
    });
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

/** Describes how OpenVPN ended, with its exit message; its lines contain neither keys nor passwords. */
function endOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      resolve(`ended (${signal ?? `exit code ${code}`}): ${exitMessageOf(output)}`);
    });
  });
}
