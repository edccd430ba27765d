import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay, isIp } from '@comet/foundation';
import type { Launcher, Running } from './launcher.ts';
import { connectTo, readLines } from './line-socket.ts';
import type { ProgramSpec } from './authenticator-messages.ts';

/** Events of an OpenVPN server (management-notes.txt). `kid` is the key that awaits a decision. */
type ManagementEvent =
  | { readonly kind: 'hold' }
  | { readonly kind: 'fatal'; readonly reason: string }
  | {
      readonly kind: 'login';
      readonly cid: number;
      readonly kid: number;
      readonly username: string;
      readonly password: string;
    }
  /** A tunnel address assigned to a client. */
  | { readonly kind: 'address'; readonly cid: number; readonly address: string }
  | { readonly kind: 'gone'; readonly cid: number };

interface ClientMessage {
  readonly type: 'login' | 'gone' | 'other';
  readonly cid: number;
  readonly kid: number;
  username: string;
  password: string;
}

const clientHeader =
  /^>CLIENT:(CONNECT|REAUTH|ESTABLISHED|DISCONNECT|CR_RESPONSE),(\d{1,10})(?:,(\d{1,10}))?/;
/** The client's own address; a network behind the client would have a prefix length. */
const address = /^>CLIENT:ADDRESS,(\d{1,10}),([0-9a-f:.]{2,45}),1$/;
const maxValueLength = 4_096;

/**
 * Reads the management interface line by line. Of a server's data about a client, which includes its source address, only user name and
 * password are stored, also during a message.
 */
export class ManagementReader {
  #message: ClientMessage | null = null;

  /** Returns the event that this line completes, or null. `line` has no line end. */
  take(line: string): ManagementEvent | null {
    if (line.startsWith('>HOLD:')) return { kind: 'hold' };
    if (line.startsWith('>FATAL:')) return { kind: 'fatal', reason: line.slice('>FATAL:'.length, 300) };
    if (!line.startsWith('>CLIENT:')) return null;
    if (line.startsWith('>CLIENT:ENV,')) return this.#environment(line.slice('>CLIENT:ENV,'.length));
    const [, holder, held] = address.exec(line) ?? [];
    if (held !== undefined && isIp(held)) return { kind: 'address', cid: Number(holder), address: held };
    const [, type, cid, kid] = clientHeader.exec(line) ?? [];
    if (type === undefined) return null;
    this.#message = {
      type: type === 'CONNECT' || type === 'REAUTH' ? 'login' : type === 'DISCONNECT' ? 'gone' : 'other',
      cid: Number(cid),
      kid: Number(kid ?? 0),
      username: '',
      password: '',
    };
    return null;
  }

  #environment(text: string): ManagementEvent | null {
    const message = this.#message;
    if (message === null) return null;
    if (text === 'END') {
      this.#message = null;
      if (message.type === 'gone') return { kind: 'gone', cid: message.cid };
      if (message.type === 'other') return null;
      const { cid, kid, username, password } = message;
      return { kind: 'login', cid, kid, username, password };
    }
    const equals = text.indexOf('=');
    const name = text.slice(0, equals);
    if (name === 'username' || name === 'password')
      message[name] = text.slice(equals + 1, equals + 1 + maxValueLength);
    return null;
  }
}

const backoff = { first: 500, max: 30_000 };
/** Maximum time in ms for a program to end, and for a server to open its management socket. */
const timeouts = { end: 3_000, socket: 10_000 };
const maxLineLength = 64 * 1024;

export interface ProgramEvents {
  onManagement(name: string, event: ManagementEvent): void;
  /** Called after each end, with a reason that identifies no customer; null if the end was requested. */
  onEnd(name: string, reason: string | null): void;
  onReady(): void;
}

/** A program that is restarted with increasing delays whenever it ends. */
export interface Program {
  readonly spec: ProgramSpec;
  /** Whether it is ready: for an OpenVPN server, whether its management interface is also connected. */
  readonly isReady: boolean;
  sendCommand(line: string): void;
  /** Reloads its files by SIGHUP. */
  reload(spec: ProgramSpec): void;
  stop(): Promise<void>;
}

/** Starts a program, and again after each end until `stop`. */
export function runProgram(
  first: ProgramSpec,
  launcher: Pick<Launcher, 'launch'>,
  events: ProgramEvents,
): Program {
  const stopping = new AbortController();
  let spec = first;
  let child: Running | null = null;
  let management: Socket | null = null;
  let isReady = false;

  async function runOnce(): Promise<string> {
    const { name } = spec;
    const running = launcher.launch(spec);
    const { ended } = running;
    child = running;
    let fatalReason = '';
    const served =
      spec.management === null
        ? confirmRunning(running)
        : serveManagement(running, spec.management, (event) => {
            if (event.kind === 'fatal') fatalReason = `: ${event.reason}`;
            events.onManagement(name, event);
          });
    const reason = await Promise.race([ended, served.then(() => ended)]);
    isReady = false;
    management?.destroy();
    management = null;
    child = null;
    return reason + fatalReason;
  }

  /** A program without a management interface counts as running if it does not end at once. */
  async function confirmRunning(running: Running): Promise<void> {
    await sleep(300, undefined, { ref: false });
    if (!running.hasEnded) markReady();
  }

  /** Resolves when the management connection has closed; the server is then stopped, since it would refuse every login. */
  async function serveManagement(
    running: Running,
    path: string,
    take: (event: ManagementEvent) => void,
  ): Promise<void> {
    for (const deadline = Date.now() + timeouts.socket; ; await sleep(20)) {
      if (running.hasEnded) return;
      management = await connectTo(path);
      if (management !== null) break;
      if (Date.now() > deadline) return running.signal('KILL');
    }
    const reader = new ManagementReader();
    const socket = management;
    readLines(socket, maxLineLength, (line) => {
      const event = reader.take(line);
      if (event?.kind === 'hold') {
        socket.write('hold release\n');
        markReady();
      }
      if (event !== null) take(event);
    });
    await new Promise((resolve) => socket.once('close', resolve));
    await sleep(500, undefined, { ref: false });
    if (!running.hasEnded) running.signal('KILL');
  }

  function markReady(): void {
    child?.dropOutput();
    isReady = true;
    events.onReady();
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const from = Date.now();
      const reason = await runOnce();
      events.onEnd(spec.name, stopping.signal.aborted ? null : reason);
      if (stopping.signal.aborted) return;
      failures = Date.now() - from > 60_000 ? 0 : failures + 1;
      const wait = backoffDelay(failures - 1, backoff);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    get spec() {
      return spec;
    },
    get isReady() {
      return isReady;
    },
    sendCommand(line) {
      management?.write(`${line}\n`);
    },
    reload(renewed) {
      spec = renewed;
      child?.signal('HUP');
    },
    async stop() {
      stopping.abort();
      child?.signal('TERM');
      const killTimer = setTimeout(() => child?.signal('KILL'), timeouts.end);
      await running;
      clearTimeout(killTimer);
    },
  };
}
