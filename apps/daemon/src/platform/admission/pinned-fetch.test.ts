import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { httpClient } from './pinned-fetch.ts';

test('uses the client of each protocol', () => {
  expect(httpClient('http:').globalAgent.constructor.name).toBe('Agent');
  expect(httpClient('https:')).not.toBe(httpClient('http:'));
});

test('no module of the daemon imports node:http, which would load a fetch', () => {
  const sources = join(import.meta.dirname, '../..');
  const importing = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .filter((file) => /^import (?!type )[^;]*'node:http'/m.test(readFileSync(join(sources, file), 'utf8')));
  expect(importing).toEqual([]);
});
