import { randomUUID } from 'node:crypto';
import { createInMemoryPaddle } from '@comet/sandbox';
import { cpuTime } from '../cpu-time.ts';
import { sendWave } from './http-load.ts';
import type { Bench } from '../bench.ts';
import { startPeer } from '../start-peer.ts';
import { startReplica } from './replica.ts';
import { webhookBytes } from './webhook-bytes.ts';

const workers = 32;
const amounts = {
  full: { turns: 9, warmUp: 6_000, requests: 4_000 },
  smoke: { turns: 1, warmUp: 0, requests: 200 },
};

/** Payment webhooks with unique ids, received by the API and by a minimal handler. */
export const webhooksBench: Bench = {
  name: 'webhooks',
  metric: 'webhooks taken in a second of processor time of the answering process',
  unit: 'webhooks',
  better: 'higher',
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses, apiPid }) => {
      const { turns, warmUp, requests } = amounts[extent];
      // This process only serves requests; the API process of the service handles the stored events on the same cores.
      const ours = await startReplica(apiPid);
      const secret = ours.environment['PADDLE_WEBHOOK_SECRET'] ?? '';
      const bare = await startPeer('bare-webhooks', {
        DATABASE_URL: addresses.database,
        PADDLE_WEBHOOK_SECRET: secret,
      });
      const nextWebhooks = webhookMaker(secret);
      const sides = [
        { ...ours, figures: [] as number[] },
        { ...bare, figures: [] as number[] },
      ] as const;
      try {
        for (let turn = 0; turn <= turns; turn += 1) {
          const count = turn === 0 ? warmUp : requests;
          for (const { pid, port, figures } of sides) {
            const bytes = nextWebhooks(count);
            const before = cpuTime(pid);
            await sendWave({
              port,
              workers,
              requestOf: (index) => bytes[index] ?? null,
              status: 200,
            });
            if (turn > 0) figures.push(Math.round((count * 1000) / (cpuTime(pid) - before)));
          }
          if (turn > 0) log(`turn ${turn}: ours ${sides[0].figures.at(-1)}, bare ${sides[1].figures.at(-1)}`);
        }
      } finally {
        await ours.stop();
        await bare.stop();
      }
      const peers = { 'bare handler': sides[1].figures };
      return [{ case: 'payment completed', ours: sides[0].figures, peers, target: { 'bare handler': 0.7 } }];
    }),
};

/** Creates signed requests of a completed payment in Paddle's format, each with a unique event id. */
function webhookMaker(secret: string): (count: number) => readonly Buffer[] {
  const paddle = createInMemoryPaddle();
  const price = paddle.sell({ cents: 1199, cycle: { interval: 'month', frequency: 1 } });
  paddle.buy({ priceId: price.id, email: 'payer@example.com' });
  const event = paddle.takeEvents().find(({ event_type }) => event_type === 'transaction.completed');
  if (event === undefined) throw new Error('The in-memory Paddle created no payment event');
  return (count) =>
    Array.from({ length: count }, () => {
      const id = `evt_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
      return webhookBytes({ ...event, event_id: id }, secret);
    });
}
