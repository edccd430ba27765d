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

  /** Starts the destination of all tunnels, which sends endlessly to clients that have sent a byte. */
  startOrigin(): Promise<Peer> {
    return startProgram(this.#program, ['origin'], {});
  }

  /**
   * Returns the throughput of `streams` concurrent downloads in Gbit/s. Rejects, like all methods, if the proxy does not respond with 2xx.
   */
  async download(port: number, request: Request, streams: number, seconds: number): Promise<number> {
    const [bytes, nanoseconds] = await this.#measure('download', port, request, streams, seconds);
    return Math.round((bytes * 8000) / nanoseconds) / 1000;
  }

  /** Returns the tunnels opened and closed per second by `workers` concurrent workers. */
  async tunnelRate(port: number, request: Request, workers: number, seconds: number): Promise<number> {
    const [count, nanoseconds] = await this.#measure('tunnels', port, request, workers, seconds);
    return Math.round((count * 1e9) / nanoseconds);
  }

  /** Runs `meanwhile` while `count` idle tunnels are open. */
  async holding<Result>(
    port: number,
    request: Request,
    count: number,
    meanwhile: () => Promise<Result>,
  ): Promise<Result> {
    const words = ['hold', `${port}`, request ?? '', `${count}`];
    const child = spawn(this.#program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const failed = ended.then(() => Promise.reject(new Error('The idle tunnels were closed')));
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

/** Returns the CONNECT request with Basic authentication. */
export function connectRequest(origin: number): string {
  const basic = Buffer.from('abc123:word').toString('base64');
  const authority = `127.0.0.1:${origin}`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`;
}
