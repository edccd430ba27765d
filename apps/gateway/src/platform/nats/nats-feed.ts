import {
  accountsKind,
  feedHeaders,
  feedOpened,
  type FeedOpening,
  feedStream,
  feedSubjects,
  grantKinds,
} from '@comet/contract';
import { natsFault } from '@comet/foundation';
import { type ConsumerMessages, type JsMsg, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { connectWith, domainOf, issueNatsCredential } from './nats-connection.ts';

/** Milliseconds: to wait for a reply, and between requests for a heartbeat. */
const times = { reply: 4_000, ping: 10_000 };
/** Lines that are on their way at most; a line has up to 4 MiB, but only snapshots are long, and they come over HTTP. */
const maxInFlight = 200;

/** The feed over NATS. */
export interface NatsFeed {
  /**
   * Opens the feed after the cursor that `cursor` returns. Returns its lines, from the cursor at the time of the first one, whose iteration
   * ends or throws when the stream is lost or `signal` is aborted, or the reason why the feed must be followed over HTTP. An abort closes
   * the connection even if no line was read.
   */
  open(cursor: () => number, signal: AbortSignal): Promise<AsyncIterable<string> | string>;
}

/** `servers` are tried in order: the nearest first. */
export function connectNatsFeed(
  servers: readonly string[],
  gatewayId: string,
  { call }: Pick<ControlPlane, 'call'>,
): NatsFeed {
  return {
    async open(cursor, signal) {
      let connection: NatsConnection | null = null;
      try {
        const credential = await issueNatsCredential(call);
        if (typeof credential === 'string') return credential;
        // Messages in flight are lost with a connection: the feed is opened again from its cursor.
        const connected = await connectWith(credential, servers, gatewayId);
        connection = connected;
        const opened = await openConsumer(connection, gatewayId, cursor());
        if (opened.kind === 'refused') {
          await connection.close();
          return `refused: ${opened.reason}`;
        }
        const messages = await consume(connection, gatewayId);
        const close = () => void connected.close();
        signal.addEventListener('abort', close, { once: true });
        void connection.closed().then(() => signal.removeEventListener('abort', close));
        if (signal.aborted) close();
        return linesOf({ connection, messages, gatewayId, keys: opened.keys, cursor }, signal);
      } catch (error) {
        await connection?.close();
        return natsFault(error);
      }
    },
  };
}

async function openConsumer(connection: NatsConnection, gatewayId: string, cursor: number) {
  const domain = domainOf(connection);
  const request: FeedOpening = { cursor, kinds: [...grantKinds, accountsKind], domain };
  const reply = await connection.request(feedSubjects.open(gatewayId), JSON.stringify(request), {
    timeout: times.reply,
  });
  return feedOpened.parse(reply.json());
}

async function consume(connection: NatsConnection, gatewayId: string): Promise<ConsumerMessages> {
  const consumer = await jetstream(connection).consumers.get(feedStream, gatewayId);
  return consumer.consume({
    max_messages: maxInFlight,
    idle_heartbeat: 5_000,
    abort_on_missing_resource: true,
  });
}

interface OpenFeed {
  readonly connection: NatsConnection;
  readonly messages: ConsumerMessages;
  readonly gatewayId: string;
  /** The current keys as a line. */
  readonly keys: string;
  readonly cursor: () => number;
}

async function* linesOf(
  { connection, messages, gatewayId, keys, cursor }: OpenFeed,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const ping = () => connection.publish(feedSubjects.ping(gatewayId));
  const end = () => messages.stop();
  const pinging = setInterval(ping, times.ping);
  signal.addEventListener('abort', end, { once: true });
  void connection.closed().then(end);
  const order = new MessageOrder(cursor());
  try {
    yield keys;
    if (!signal.aborted) ping();
    for await (const message of messages) {
      if (message.subject === feedSubjects.reset) throw new Error('the stream was reset');
      if (order.isNext(positionOf(message))) yield message.string();
    }
    if (!signal.aborted) throw new Error('the connection to NATS was lost');
  } finally {
    clearInterval(pinging);
    signal.removeEventListener('abort', end);
    await connection.close();
  }
}

const positionOf = ({ info, headers, subject }: JsMsg): MessagePosition => ({
  delivery: info.deliverySequence,
  cursor: Number(headers?.get(feedHeaders.cursor)),
  isHeartbeat: subject.startsWith(feedSubjects.heartbeats('')),
});

export interface MessagePosition {
  /** Number of the message in its consumer, from 1. */
  readonly delivery: number;
  /** Cursor of the feed after the message. */
  readonly cursor: number;
  readonly isHeartbeat: boolean;
}

/** The order of messages: none is missing, and a change that was applied before is skipped. */
export class MessageOrder {
  #cursor: number;
  #delivered = 0;

  /** `cursor`: of the last applied change. */
  constructor(cursor: number) {
    this.#cursor = cursor;
  }

  /** Returns whether the message is new. Throws if messages before it are missing. */
  isNext({ delivery, cursor, isHeartbeat }: MessagePosition): boolean {
    if (delivery !== this.#delivered + 1) throw new Error('messages are missing');
    this.#delivered = delivery;
    const isNew = isHeartbeat ? cursor >= this.#cursor : cursor > this.#cursor;
    if (isNew) this.#cursor = cursor;
    return isNew;
  }
}
