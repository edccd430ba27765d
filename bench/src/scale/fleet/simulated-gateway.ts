import type { FeedMessage } from '@comet/contract';
import { type ChunkLine, type FeedLine, membersOf } from './feed-line.ts';
import { openFeedStream } from './feed-stream.ts';
import type { FleetGateway } from './fleet-gateways.ts';
import type { GrantCounter } from './grant-counter.ts';

/**
 * A gateway that follows its feed as an agent does, but keeps of grants only their number: a thousand gateways with 50,000 grants each are to
 * fit into one process. Its stream is not reopened: the end of one is a failure of the measurement.
 */
export class SimulatedGateway {
  /** The last applied change. */
  cursor = 0;
  /** Why it can no longer follow; null while it follows. */
  failure: string | null = null;
  /** The number of different grants of the last snapshot. */
  grants = 0;
  readonly #gateway: FleetGateway;
  readonly #readLine: (bytes: Buffer) => FeedLine;
  readonly #onRevoked: (sub: string) => void;
  readonly #countGrants: GrantCounter;
  #chunks = new Map<string, ChunkLine>();
  /** The digests of the chunks of all gateways. */
  #announced: readonly string[] = [];
  #manifest: readonly string[] | null = null;
  /** The cursor of the last broadcast; null before the first. */
  #broadcast: number | null = null;
  #onCaughtUp: () => void = () => undefined;
  #socket: ReturnType<typeof openFeedStream> | null = null;

  /** `onRevoked` is called for each revoked subject. */
  constructor(
    gateway: FleetGateway,
    readLine: (bytes: Buffer) => FeedLine,
    countGrants: GrantCounter,
    onRevoked: (sub: string) => void,
  ) {
    this.#gateway = gateway;
    this.#readLine = readLine;
    this.#countGrants = countGrants;
    this.#onRevoked = onRevoked;
  }

  get id(): string {
    return this.#gateway.id;
  }

  /** Opens the stream after the change `cursor`. Resolves at the first heartbeat, or at a failure. */
  follow(port: number, cursor: number): Promise<void> {
    this.cursor = cursor;
    return new Promise((resolve) => {
      this.#onCaughtUp = resolve;
      this.#socket = openFeedStream(port, this.#gateway, cursor, {
        onChunk: (bytes) => {
          for (const member of membersOf(bytes)) this.#take(this.#readLine(member));
        },
        onEnd: (reason) => {
          this.failure ??= reason;
          resolve();
        },
      });
    });
  }

  close(): void {
    this.failure = 'closed';
    this.#socket?.destroy();
  }

  #take(line: FeedLine): void {
    if (line.kind === 'chunk') {
      this.#chunks.set(line.digest, line);
      return this.#complete();
    }
    const { message } = line;
    if (message.type === 'keys') return;
    if (message.type === 'chunks') {
      this.#announced = message.chunks;
      return;
    }
    if (message.gateway !== this.id && message.gateway !== '*')
      throw new Error('A line is for another gateway');
    if (message.type === 'manifest') {
      this.#manifest = message.chunks;
      this.cursor = message.cursor;
      return this.#complete();
    }
    this.#apply(message);
  }

  /** A snapshot is complete when all of its chunks have arrived. */
  #complete(): void {
    const chunks = this.#manifest?.flatMap((digest) => this.#chunks.get(digest) ?? []);
    if (chunks === undefined || chunks.length !== this.#manifest?.length) return;
    this.grants = this.#countGrants(this.#announced, chunks);
    this.#manifest = null;
    this.#chunks = new Map();
  }

  #apply(message: Exclude<FeedMessage, { type: 'keys' | 'chunks' | 'manifest' }>): void {
    if (this.#manifest !== null) throw new Error('A snapshot is incomplete');
    if (message.cursor < this.cursor) throw new Error('The cursor went back');
    this.cursor = message.cursor;
    if (message.type === 'heartbeat') {
      if (message.broadcast !== undefined) this.#checkBroadcast(message.broadcast);
      this.#broadcast = message.broadcast ?? this.#broadcast;
      return this.#onCaughtUp();
    }
    if ('previous' in message && message.previous !== undefined) {
      this.#checkBroadcast(message.previous);
      this.#broadcast = message.cursor;
    }
    if (message.type === 'revoke') this.#onRevoked(message.revocation.sub);
  }

  #checkBroadcast(expected: number): void {
    if (this.#broadcast !== null && this.#broadcast !== expected) throw new Error('A broadcast is missing');
  }
}
