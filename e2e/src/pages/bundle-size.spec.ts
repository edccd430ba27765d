import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { measureBundle } from './bundle-size.ts';
import { test } from '../support/test.ts';

const dashboard = join(import.meta.dirname, '../../../apps/dashboard/dist');
const KB = 1000;
/** Size of a React hello-world of the same build, and the maximum ratio of the first page to it (decision 35). */
const HELLO_WORLD_BYTES = 67.7 * KB;
const MAX_HELLO_RATIO = 1.9;

test('the first page and every screen’s chunk are within their budgets', async () => {
  const build = await measureBundle(dashboard);
  for (const first of ['sign-in', 'dash'])
    expect(build.with(first) / HELLO_WORLD_BYTES, first).toBeLessThanOrEqual(MAX_HELLO_RATIO);
  const [entry, ...rest] = [...build.files].toSorted(([, one], [, other]) => other - one);
  expect(entry?.[0]).toMatch(/^index-/);
  for (const [name, bytes] of rest) expect(bytes, name).toBeLessThan(45 * KB);
});

test('the page preloads the existing files of the first screens', () => {
  const page = readFileSync(join(dashboard, 'index.html'), 'utf8');
  const script = /for\(const h of\((\[.*?\]\])\.find/.exec(page)?.[1] ?? '[]';
  const table = JSON.parse(script) as [string, string[]][];
  expect(table.map(([path]) => path)).toEqual(['/login', '/register', '/dash/home', '/dash']);
  for (const [path, files] of table) {
    expect(files.length, path).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(join(dashboard, file)), file).toBe(true);
  }
});

test('the page sends the reads of home itself, once each, before it runs a blocking script', async () => {
  const page = readFileSync(join(dashboard, 'index.html'), 'utf8');
  const reads = /for\(const u of(\[.*?\])\)/.exec(page);
  const read = [api.currentUser, api.showSubscription, api.listPlans, api.listDevices];
  expect(JSON.parse(reads?.[1] ?? '[]')).toEqual(read.map(({ path }) => path));
  expect(reads?.index).toBeLessThan(page.indexOf('<script src='));
});
