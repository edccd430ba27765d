import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { Deadlines } from './deadlines.ts';

const tokenLength = 16;
/** Milliseconds from the order to the connection. */
const patience = 5_000;

/**
 * Where the carrier brings clients that this process serves itself. Anybody on this machine may knock at the name, so each bridge has a
 * token that is good once.
 */
export class Bridges {
  readonly name = `comet-proxy-${randomBytes(12).toString('hex')}`;
  readonly #server = createServer({ allowHalfOpen: true }, (socket) => this.#knock(socket));
  readonly #expected = new Map<string, (socket: Socket) => void>();
  readonly #late = new Deadlines(patience);
  readonly #now: () => number;

  private constructor(now: () => number) {
    this.#now = now;
  }

  static async open(now: () => number): Promise<Bridges> {
    const bridges = new Bridges(now);
    await new Promise<void>((resolve, reject) => {
      bridges.#server.once('error', reject);
      // Of no file system: there is nothing to remove, and nothing to have rights to.
      bridges.#server.listen(`\0${bridges.name}`, resolve);
    });
    return bridges;
  }

  /** What the carrier has to say first; `take` gets the connection, paused, with all that the client said. */
  expect(take: (socket: Socket) => void): Buffer {
    const token = randomBytes(tokenLength);
    const key = token.toString('hex');
    this.#expected.set(key, take);
    this.#late.begin(take, () => this.#expected.delete(key), this.#now());
    return token;
  }

  tick(): void {
    this.#late.tick(this.#now());
  }

  close(): void {
    this.#server.close();
  }

  #knock(socket: Socket): void {
    socket.on('error', () => undefined);
    let heard = Buffer.alloc(0);
    const hear = (chunk: Buffer): void => {
      heard = Buffer.concat([heard, chunk]);
      if (heard.length < tokenLength) return;
      socket.off('data', hear).off('end', leave).pause();
      this.#late.met(socket);
      const key = heard.toString('hex', 0, tokenLength);
      const take = this.#expected.get(key);
      if (take === undefined) return void socket.destroy();
      this.#expected.delete(key);
      this.#late.met(take);
      const rest = heard.subarray(tokenLength);
      if (rest.length > 0) socket.unshift(rest);
      take(socket);
    };
    const leave = (): void => void socket.destroy();
    this.#late.begin(socket, leave, this.#now());
    socket.once('close', () => this.#late.met(socket));
    socket.on('data', hear).on('end', leave);
  }
}
