import { readRequest } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArguments } from '../cli/parse-arguments.ts';
import { overheardConnect } from './overheard-connect.ts';

const lineOf = (words: unknown, more: object = {}, params: object = {}): string =>
  JSON.stringify({
    ...{ v: 1, id: 1, command: 'run', params: { words, watched: false, takeBack: false, ...params } },
    ...more,
  });

test('a connect is heard with its place, of one word or several, or without', () => {
  expect(overheardConnect(lineOf(['connect']))).toEqual({ id: 1, location: null });
  expect(overheardConnect(lineOf(['connect', 'de-fra'], { id: 7 }))).toEqual({ id: 7, location: 'de-fra' });
  expect(overheardConnect(lineOf(['connect', 'new', 'york']))).toEqual({ id: 1, location: 'new york' });
});

test.each([
  ['another command', lineOf(['status'])],
  ['no words', lineOf([])],
  ['an option', lineOf(['connect', '--via', 'se-sto'])],
  ['an empty word', lineOf(['connect', ''])],
  ['a connect that is taken back', lineOf(['connect'], {}, { takeBack: true })],
  ["a window's connect", lineOf(['connect'], { command: 'connect' })],
  ['another version', lineOf(['connect'], { v: 2 })],
  ['a number that is none', lineOf(['connect'], { id: -1 })],
  ['more than a request has', lineOf(['connect'], { more: 1 })],
  ['more than its params have', lineOf(['connect'], {}, { more: 1 })],
  ['words that are none', lineOf('connect')],
  ['no JSON', 'connect'],
  ['a list', '[]'],
  ['nothing', ''],
])('%s is left to others', (_, line) => {
  expect(overheardConnect(line)).toBeNull();
});

test('what is heard is what the full reading finds, and nothing that it refuses', () => {
  const word = fc.oneof(
    fc.constantFrom('connect', 'de-fra', 'new', 'york', '--via', '--dedicated', '-h', '', 'status'),
    fc.string({ maxLength: 70 }),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  const near = fc.record({
    v: fc.constantFrom(1, 1, 1, 2, '1'),
    id: fc.oneof(fc.nat(), fc.double(), fc.constant(null)),
    command: fc.constantFrom('run', 'run', 'run', 'connect'),
    params: fc.record({
      words: fc.oneof(
        fc.array(word, { maxLength: 4 }).map((words) => ['connect', ...words]),
        fc.array(fc.constantFrom('a', 'b'), { maxLength: 40 }).map((words) => ['connect', ...words]),
        fc.array(word, { maxLength: 25 }),
        fc.jsonValue(),
      ),
      watched: fc.oneof(fc.boolean(), fc.jsonValue()),
      takeBack: fc.constantFrom(false, false, true, 0),
    }),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        near.map((request) => JSON.stringify(request)),
        fc.json(),
        fc.string(),
      ),
      (line) => {
        const heard = overheardConnect(line);
        if (heard === null) return;
        const read = readRequest(line);
        expect(read).toMatchObject({ ok: true, value: { id: heard.id, command: 'run' } });
        if (!read.ok) return;
        const parsed = parseArguments(read.value.params['words'] as string[]);
        expect(parsed).toEqual({ ok: true, value: { command: 'connect', location: heard.location } });
      },
    ),
    { numRuns: 3_000 },
  );
});
