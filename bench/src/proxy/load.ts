import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { type Peer, startProgram } from '../start-peer.ts';

/** The request for a tunnel to the origin; null for a fixed destination. */
export type Request = string | null;

/** The load generator and origin (`bench/proxy-load`), by the path of its program. */
export class Load {
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
  }

  /** Where all tunnels lead: sends without end to clients that send a byte. */
  startOrigin(): Promise<Peer> {
    return startProgram(this.#program, ['origin'], {});
  }

  /** Gbit/s of so many downloads at once. Rejects when the proxy answers anything but 2xx, as all of these do. */
  async download(port: number, request: Request, streams: number, seconds: number): Promise<number> {
    const [bytes, nanoseconds] = await this.#measure('download', port, request, streams, seconds);
    return Math.round((bytes * 8000) / nanoseconds) / 1000;
  }

  /** Tunnels opened and closed a second, so many at a time. */
  async tunnelRate(port: number, request: Request, workers: number, seconds: number): Promise<number> {
    const [count, nanoseconds] = await this.#measure('tunnels', port, request, workers, seconds);
    return Math.round((count * 1e9) / nanoseconds);
  }

  /** Does something while so many tunnels are open, which carry nothing. */
  async holding<Result>(
    port: number,
    request: Request,
    count: number,
    meanwhile: () => Promise<Result>,
  ): Promise<Result> {
    const words = ['hold', `${port}`, request ?? '', `${count}`];
    const child = spawn(this.#program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const failed = ended.then(() => Promise.reject(new Error('The tunnels that were held ended')));
    await Promise.race([once(child.stdout, 'data'), failed]);
    const result = await Promise.race([meanwhile(), failed]);
    child.stdin.end();
    await ended;
    return result;
  }

  async #measure(
    what: 'download' | 'tunnels',
    port: number,
    request: Request,
    many: number,
    seconds: number,
  ): Promise<readonly [number, number]> {
    const words = [what, `${port}`, request ?? '', `${many}`, `${seconds}`];
    const { stdout } = await promisify(execFile)(this.#program, words);
    const [figure = Number.NaN, nanoseconds = Number.NaN] = stdout.split(' ').map(Number);
    return [figure, nanoseconds];
  }
}

/** Returns the CONNECT request for proxies with a password. */
export function connectRequest(origin: number): string {
  const basic = Buffer.from('abc123:word').toString('base64');
  const authority = `127.0.0.1:${origin}`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`;
}
