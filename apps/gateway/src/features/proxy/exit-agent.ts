import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Engine } from './engine.ts';
import { openExit } from './open-exit.ts';
import { PaidStream } from './paid-stream.ts';
import { reachHere } from './reach.ts';
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
  readonly #engine: Engine;
  readonly #visitor: Visitor;
  /** The customer's, when it was let in: whoever has lost that right gets no connection by it. */
  readonly #era: number;
  /** The end of the session's run in which its connections were opened, once that is known. */
  #run: number | null = null;

  constructor(engine: Engine, visitor: Visitor, destination: Destination) {
    super({ keepAlive: true, maxSockets: 8, maxFreeSockets: 2 });
    const { era } = visitor.customer;
    this.#open = () => openStream(engine, visitor, era, destination);
    this.#engine = engine;
    this.#visitor = visitor;
    this.#era = era;
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

  /**
   * Whether its connections are right for who asks now: the name may mean another customer by then, or one who came back, and the session
   * may have another exit.
   */
  serves({ customer, targeting }: Visitor): boolean {
    if (customer !== this.#visitor.customer || customer.era !== this.#era) return false;
    if (targeting.session === null) return true;
    const kept = this.#engine.sessions.find(customer.grant.id, targeting, this.#engine.now());
    this.#run ??= kept?.until ?? null;
    return kept !== null && kept.until === this.#run;
  }
}

async function openStream(
  engine: Engine,
  visitor: Visitor,
  era: number,
  destination: Destination,
): Promise<PaidStream> {
  const { customer, targeting } = visitor;
  // A request that is said once more, since its connection has just ended with the right to it.
  if (customer.era !== era) throw new ExitRefusal(customer.isGone ? 'bad_credentials' : 'exit_failed');
  const opened = await openFor(engine, visitor, () =>
    openExit(engine, customer, targeting, destination, reachHere(engine.buffers)),
  );
  if (!opened.ok) throw new ExitRefusal(opened.error);
  const { exit, connection } = opened.value;
  return new PaidStream(engine, customer, exit, connection);
}
