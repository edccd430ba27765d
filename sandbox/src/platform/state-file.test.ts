import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStateFile } from './state-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'comet-state-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('saved resolves once every change so far is in the file', async () => {
  const path = join(folder, 'state.json');
  const file = openStateFile(path, { value: 0 });
  await file.saved();
  expect(existsSync(path)).toBe(false);
  file.state.value = 1;
  file.changed();
  file.state.value = 2;
  file.changed();
  await Promise.all([file.saved(), file.saved()]);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ value: 2 });
  expect(openStateFile(path, { value: 0, other: 3 }).state).toEqual({ value: 2, other: 3 });
});

test('without a file nothing is written and saved resolves at once', async () => {
  const file = openStateFile(null, { value: 0 });
  file.changed();
  await file.saved();
  file.flush();
});

test('a change of one part serialises that part only, and the file keeps the others', async () => {
  const path = join(folder, 'parts.json');
  const file = openStateFile(path, { mails: ['a'], orders: [1], 'a "name"': null });
  const saved = async (): Promise<unknown> => {
    await file.saved();
    return JSON.parse(readFileSync(path, 'utf8'));
  };
  file.changed('mails');
  expect(await saved()).toEqual({ mails: ['a'], orders: [1], 'a "name"': null });
  file.state.mails.push('b');
  file.state.orders.push(2);
  file.changed('mails');
  expect(await saved()).toEqual({ mails: ['a', 'b'], orders: [1], 'a "name"': null });
  file.changed('orders');
  expect(await saved()).toEqual({ mails: ['a', 'b'], orders: [1, 2], 'a "name"': null });
  file.state.mails.push('c');
  file.state.orders.push(3);
  file.changed();
  expect(await saved()).toEqual({ mails: ['a', 'b', 'c'], orders: [1, 2, 3], 'a "name"': null });
});

test('a part with a serialiser is written in its pieces', async () => {
  const path = join(folder, 'pieces.json');
  const lines = (list: readonly string[]) => [
    Buffer.from('['),
    Buffer.from(`"${list.join('","')}"`),
    Buffer.from(']'),
  ];
  const file = openStateFile(path, { mails: ['a’', 'b'], orders: [1] }, { mails: lines });
  file.changed('orders');
  await file.saved();
  expect(readFileSync(path, 'utf8')).toBe('{"mails":["a’","b"],"orders":[1]}');
});
