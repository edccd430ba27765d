import { setTimeout as sleep } from 'node:timers/promises';
import { type UsageReceipt, usageReceipts, usageSignatureHeader, usageStream } from '@comet/contract';
import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { type Consumer, type JsMsg, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { SpendingDeps } from '../handle-lower-balance.ts';
import { applyReports, type UsageOutcome } from './apply-reports.ts';
import { gatewayOfSubject } from './open-reports.ts';
import { usageConsumer } from './usage-stream.ts';

/** A batch: its maximum number of reports, and the milliseconds in which they are collected. */
const batch = { size: 200, collectMs: 1_000 };

/** Milliseconds after which reports are delivered again, and the next batch is fetched, where the database or NATS has failed. */
const retryMs = 2_000;

export interface ConsumeDeps extends SpendingDeps {
  readonly log: Log;
  /** Creates the stream and its consumer where they are missing; a cluster that starts, or has no majority, refuses it for a while. */
  prepare(): Promise<void>;
  /** Counts the outcome of a report. */
  count(outcome: UsageOutcome): void;
}

/**
 * Takes reports from the shared consumer in batches, until `signal` is aborted. A report is acknowledged after the commit of its
 * transaction, so that none is lost, and its gateway receives a receipt. Refused reports are ended with their reason.
 */
export async function consumeReports(
  connection: NatsConnection,
  deps: ConsumeDeps,
  signal: AbortSignal,
): Promise<void> {
  const { log } = deps;
  let consumer: Consumer | null = null;
  while (!signal.aborted) {
    try {
      consumer ??= await openConsumer(connection, deps);
      const messages = await fetchBatch(consumer, signal);
      if (messages.length > 0) await takeBatch(connection, deps, messages);
    } catch (error) {
      if (signal.aborted) return;
      consumer = null;
      log.warn({ reason: reasonOf(error) }, 'usage reports of gateways cannot be taken from NATS');
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function openConsumer(connection: NatsConnection, { prepare }: ConsumeDeps): Promise<Consumer> {
  await prepare();
  return jetstream(connection).consumers.get(usageStream, usageConsumer);
}

async function fetchBatch(consumer: Consumer, signal: AbortSignal): Promise<readonly JsMsg[]> {
  const arriving = await consumer.fetch({ max_messages: batch.size, expires: batch.collectMs });
  const stop = () => void arriving.close();
  signal.addEventListener('abort', stop, { once: true });
  const messages: JsMsg[] = [];
  try {
    for await (const message of arriving) messages.push(message);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return messages;
}

async function takeBatch(
  connection: NatsConnection,
  deps: ConsumeDeps,
  messages: readonly JsMsg[],
): Promise<void> {
  let outcomes: readonly UsageOutcome[];
  try {
    outcomes = await applyReports(
      deps,
      messages.map(({ subject, data, headers }) => ({
        subject,
        data,
        signature: headers?.get(usageSignatureHeader) ?? '',
      })),
    );
  } catch (error) {
    for (const message of messages) message.nak(retryMs);
    throw error;
  }
  for (const [index, message] of messages.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    deps.count(outcome);
    end(connection, deps.log, message, outcome);
  }
}

/** Ends a report at the server, and sends its gateway the receipt. */
function end(connection: NatsConnection, log: Log, message: JsMsg, outcome: UsageOutcome): void {
  const gateway = gatewayOfSubject(message.subject);
  if (outcome.kind === 'applied') message.ack();
  else {
    message.term(outcome.reason);
    log.warn({ gateway, reason: outcome.reason }, 'a usage report was refused');
  }
  if (outcome.report === null) return;
  const receipt: UsageReceipt =
    outcome.kind === 'applied'
      ? { report: outcome.report, refused: null, unknown: [...outcome.unknown] }
      : { report: outcome.report, refused: outcome.reason, unknown: [] };
  connection.publish(usageReceipts(gateway), JSON.stringify(receipt));
}
