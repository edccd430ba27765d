import { feedSubjects } from '@comet/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeFeedStream } from './feed-stream.fake.ts';
import type { BesideLine } from './heartbeat-lines.ts';
import { type ChangeLine, LineSequencer } from './sequence-lines.ts';

const change = (cursor: number, gatewayId: string | null = 'a'): ChangeLine => ({
  gatewayId,
  line: `change ${cursor}`,
  cursor,
});
const heartbeat = (cursor: number | null, gatewayId = 'a'): BesideLine => ({
  gatewayId,
  line: `heartbeat ${cursor}`,
  cursor,
});
const linesOf = (messages: readonly { readonly line: string }[]) => messages.map(({ line }) => line);

test('puts a heartbeat after the changes through its cursor and before later ones', () => {
  const sequencer = new LineSequencer(10);
  expect(linesOf(sequencer.messages([change(11), change(14)], 14, [heartbeat(12), heartbeat(16)]))).toEqual([
    'change 11',
    'heartbeat 12',
    'change 14',
  ]);
  expect(linesOf(sequencer.messages([change(15, 'b')], 20, []))).toEqual(['change 15', 'heartbeat 16']);
});

test('drops a heartbeat whose gateway already has a later change, its own or one for all', () => {
  const own = new LineSequencer(10);
  own.messages([change(12)], 12, []);
  expect(linesOf(own.messages([], 12, [heartbeat(11), heartbeat(11, 'b')]))).toEqual(['heartbeat 11']);
  const all = new LineSequencer(10);
  all.messages([change(12, null)], 12, []);
  expect(all.messages([], 12, [heartbeat(11), heartbeat(11, 'b')])).toEqual([]);
});

test('sends keys at any position, on the subject of their gateway only', () => {
  const [keys, ...others] = new LineSequencer(10).messages([], 10, [heartbeat(null)]);
  expect(others).toEqual([]);
  expect(keys).toMatchObject({ subject: feedSubjects.heartbeats('a'), cursor: 10, after: 10, id: null });
});

const gateways = ['a', 'b', 'c'] as const;
/** Each number is a change's gateway, or 3 for all gateways. */
const someChanges = fc.array(fc.nat(3), { minLength: 1, maxLength: 60 });
const outcomes = fc.array(fc.record({ stored: fc.nat(20), isConfirmed: fc.boolean() }), { maxLength: 12 });
const turns = fc.array(
  fc.record({
    publisher: fc.nat(1),
    size: fc.integer({ min: 1, max: 15 }),
    heartbeat: fc.nat(2),
    expires: fc.boolean(),
    isRestarted: fc.boolean(),
  }),
  { maxLength: 40 },
);

/** A publisher like `publishFeed`, one step at a time: it starts again from the stream's end after every failure. */
class Publisher {
  readonly #stream: FakeFeedStream;
  #state: { sequencer: LineSequencer; sequence: number } | null = null;

  constructor(stream: FakeFeedStream) {
    this.#stream = stream;
  }

  restart(): void {
    this.#state = null;
  }

  async step(changes: readonly ChangeLine[], size: number, beat: string | null): Promise<void> {
    if (this.#state === null) {
      const { sequence, cursor } = await this.#stream.end();
      this.#state = { sequence, sequencer: new LineSequencer(cursor ?? 0) };
    }
    const { sequencer, sequence } = this.#state;
    const page = changes.filter(({ cursor }) => cursor > sequencer.through).slice(0, size);
    const through = page.at(-1)?.cursor ?? sequencer.through;
    const beside = beat === null ? [] : [heartbeat(through, beat)];
    try {
      const messages = sequencer.messages(page, through, beside);
      this.#state.sequence = await this.#stream.append(messages, sequence);
    } catch {
      this.#state = null;
    }
  }
}

test('two publishers whose appends fail halfway or unnoticed store every change once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(someChanges, outcomes, turns, async (targets, fates, steps) => {
      const changes = targets.map((target, index) => change(2 * index + 1, gateways[target] ?? null));
      const stream = new FakeFeedStream(fates);
      const publishers = [new Publisher(stream), new Publisher(stream)] as const;
      for (const { publisher, size, heartbeat: beat, expires, isRestarted } of steps) {
        const one = publishers[publisher === 0 ? 0 : 1];
        if (isRestarted) one.restart();
        await one.step(changes, size, gateways[beat] ?? null);
        if (expires) stream.expireHeartbeats();
      }
      // Whatever happened before, either of them catches up: as many steps as there are fates and pages.
      for (let step = 0; step < 100; step += 1) await publishers[0].step(changes, 10, null);
      for (const gateway of gateways) {
        const mine = (id: string | null) => id === gateway || id === null;
        const subjects: readonly string[] = [
          feedSubjects.changes(gateway),
          feedSubjects.heartbeats(gateway),
          feedSubjects.all,
        ];
        const received = stream.messages.filter(({ subject }) => subjects.includes(subject));
        const cursors = received.filter(({ id }) => id !== null).map(({ cursor }) => cursor);
        expect(cursors).toEqual(
          changes.filter(({ gatewayId }) => mine(gatewayId)).map(({ cursor }) => cursor),
        );
        // A gateway refuses a heartbeat whose cursor is below its own.
        let applied = 0;
        for (const { id, cursor, line } of received) {
          if (id === null) expect(Number(line.split(' ')[1])).toBeGreaterThanOrEqual(applied);
          applied = Math.max(applied, cursor);
        }
      }
      const all = stream.messages.map(({ cursor }) => cursor);
      expect(all).toEqual(all.toSorted((left, right) => left - right));
    }),
  );
});
