import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { journaledFile } from './journaled-file.ts';

const counters = z.object({ counters: z.record(z.string(), z.int()) });
type Counters = z.output<typeof counters>;
const change = z.record(z.string(), z.int());

let home = '';
let folder = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'comet-journal-'));
});
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'state-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const open = (limit: (() => number) | undefined = () => 1_000_000) =>
  journaledFile({
    ...{ folder, name: 'counters.json', content: counters, change, limit },
    replay: (content, changes) => ({
      counters: Object.assign({}, content.counters, ...changes) as Counters['counters'],
    }),
  });

/** A program that counts and saves, and the content after each save. */
function counting(file: ReturnType<typeof open>) {
  const content: Counters['counters'] = {};
  let pending: Counters['counters'] = {};
  const saves: Counters['counters'][] = [];
  return {
    saves,
    async add(name: string) {
      content[name] = pending[name] = (content[name] ?? 0) + 1;
      const take = () => {
        saves.push({ ...content });
        const taken = pending;
        pending = {};
        return taken;
      };
      await file.save({
        change: take,
        whole() {
          take();
          return { counters: { ...content } };
        },
      });
    },
  };
}

async function journals(): Promise<readonly string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith('.journal'))
    .map((name) => join(folder, name));
}

async function onlyJournal(): Promise<string> {
  const [path, ...more] = await journals();
  if (path === undefined || more.length > 0) throw new Error('There is not exactly one journal');
  return path;
}

const read = async () => (await open().read())?.content.counters;

test('a journal cut at any byte restores the content of one of the saves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'é'), { minLength: 2, maxLength: 12 }),
      fc.nat(),
      async (names, random) => {
        folder = await mkdtemp(join(home, 'cut-'));
        const counted = counting(open());
        for (const name of names) await counted.add(name);
        const journal = await onlyJournal();
        const bytes = await readFile(journal);
        const at = random % (bytes.length + 1);
        await truncate(journal, at);
        const complete = bytes.subarray(0, at).toString('latin1').split('\n').length - 1;
        const restored = await open().read();
        expect(restored).toEqual({ content: { counters: counted.saves[complete] }, damage: null });
      },
    ),
    { numRuns: 100 },
  );
});

test('an incomplete last record is ignored, whatever the lost sectors contain', async () => {
  const counted = counting(open());
  for (const name of ['a', 'b', 'c']) await counted.add(name);
  const journal = await onlyJournal();
  const bytes = await readFile(journal);
  for (const tail of [
    Buffer.alloc(60),
    Buffer.from('{"c":'),
    Buffer.concat([Buffer.alloc(60, 255), Buffer.from('\n')]),
  ]) {
    await writeFile(journal, Buffer.concat([bytes, tail]));
    expect(await open().read()).toEqual({ content: { counters: { a: 1, b: 1, c: 1 } }, damage: null });
  }
});

test('a changed, missing or exchanged record before the last is refused', async () => {
  const counted = counting(open());
  for (const name of ['a', 'b', 'c', 'd']) await counted.add(name);
  const journal = await onlyJournal();
  const [b = '', c = '', d = ''] = (await readFile(journal, 'utf8')).trimEnd().split('\n');
  for (const records of [
    [b, c.replace('1', '2'), d],
    [b, d, c],
    [c, d],
    [b, '', c, d],
  ]) {
    await writeFile(journal, records.map((record) => `${record}\n`).join(''));
    const restored = await open().read();
    expect(restored?.damage).toMatch(/counters\.json is damaged: record [12] is invalid/);
    expect(restored?.content.counters['d']).toBeUndefined();
  }
});

test('appends only the change, and writes the whole content when the journal has reached its size', async () => {
  const counted = counting(open(() => 300));
  await counted.add('first');
  const path = join(folder, 'counters.json');
  const { ino } = await stat(path);
  await counted.add('second');
  expect((await stat(path)).ino).toBe(ino);
  for (let index = 0; index < 40; index += 1) await counted.add(`${index}`);
  expect((await stat(path)).ino).not.toBe(ino);
  expect(await journals()).toHaveLength(1);
  expect((await stat(await onlyJournal())).size).toBeLessThan(400);
  expect(await read()).toEqual(counted.saves.at(-1));
});

test('a small content is written whole, so that nothing of an earlier one remains', async () => {
  const file = journaledFile({
    ...{ folder, name: 'counters.json', content: counters, change },
    replay: (content) => content,
  });
  const counted = counting(file);
  await counted.add('a');
  await counted.add('b');
  expect(await readdir(folder)).toEqual(['counters.json']);
  expect(await read()).toEqual({ a: 1, b: 1 });
});

test('a crash between the new content and the removal of the old journal leaves the new content', async () => {
  const counted = counting(open());
  for (const name of ['a', 'a']) await counted.add(name);
  const old = await onlyJournal();
  await copyFile(old, join(home, 'kept'));
  const next = counting(open());
  await next.add('b');
  await copyFile(join(home, 'kept'), old);
  expect(await read()).toEqual({ b: 1 });
});

test('the first save of a process replaces a journal with an incomplete record', async () => {
  const counted = counting(open());
  for (const name of ['a', 'b']) await counted.add(name);
  const journal = await onlyJournal();
  await truncate(journal, (await stat(journal)).size - 3);
  const next = counting(open());
  await next.add('c');
  await next.add('d');
  expect(await open().read()).toEqual({ content: { counters: { c: 1, d: 1 } }, damage: null });
});

test('concurrent saves keep their order, and a failed save is repaired by the next', async () => {
  const counted = counting(open());
  await counted.add('a');
  await Promise.all(['a', 'b', 'a', 'b'].map((name) => counted.add(name)));
  expect(await read()).toEqual({ a: 3, b: 2 });
  const file = open();
  const failing = {
    change: () => null,
    whole: (): Counters => {
      throw new Error('no content');
    },
  };
  await expect(file.save(failing)).rejects.toThrow('no content');
  await file.save({ change: () => ({ never: 1 }), whole: () => ({ counters: { whole: 1 } }) });
  expect(await read()).toEqual({ whole: 1 });
});

test('reads a file that an earlier release wrote, which has no journal', async () => {
  await writeFile(join(folder, 'counters.json'), JSON.stringify({ counters: { a: 1 } }));
  expect(await open().read()).toEqual({ content: { counters: { a: 1 } }, damage: null });
  folder = join(home, 'none');
  expect(await open().read()).toBeNull();
});
