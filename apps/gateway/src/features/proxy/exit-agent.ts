import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Engine } from './engine.ts';
import { openExit } from './open-exit.ts';
import { PaidStream } from './paid-stream.ts';
import type { Destination } from './read-destination.ts';
import type { Refusal } from './refusals.ts';
import { openFor, type Visitor } from './visit.ts';

/** Why a connection by an exit could not be opened. */
export class ExitRefusal extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Opens connections by an exit for the requests of one client to one destination, and keeps them for the next. */
export class ExitAgent extends Agent {
  readonly #open: () => Promise<PaidStream>;

  constructor(engine: Engine, visitor: Visitor, destination: Destination) {
    super({ keepAlive: true, maxSockets: 8, maxFreeSockets: 2 });
    this.#open = () => openStream(engine, visitor, destination);
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): null {
    this.#open().then(
      (stream) => callback?.(null, stream),
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
    return null;
  }

  /** What a socket of the system would be told before it rests. */
  override keepSocketAlive(): boolean {
    return true;
  }

  override reuseSocket(): void {}
}

async function openStream(engine: Engine, visitor: Visitor, destination: Destination): Promise<PaidStream> {
  const { customer, targeting } = visitor;
  const opened = await openFor(engine, visitor, () => openExit(engine, customer, targeting, destination));
  if (!opened.ok) throw new ExitRefusal(opened.error);
  const { exit, connection } = opened.value;
  return new PaidStream(engine, customer, exit, connection);
}
