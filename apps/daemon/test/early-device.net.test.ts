import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { wireguardGoProgram } from '@comet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const id = randomBytes(3).toString('hex');
const [space, link] = [`comet-early-${id}`, `ear${id}`];
const source = (name: string) => join(import.meta.dirname, '../src', name);
const ip = (...words: string[]) => execFileSync('ip', ['-n', space, ...words], { encoding: 'utf8' });
const links = () => ip('-brief', 'link').split('\n').join(' ');

/** Runs a program in the namespace, with the environment of a daemon with this device. */
const run = (...argv: string[]) =>
  spawnSync('ip', ['netns', 'exec', space, process.execPath, ...argv], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      ...{ COMET_INTERFACE: link, WIREGUARD_GO: wireguardGoProgram(), COMET_TRUST: '/nowhere/trust.json' },
      COMET_API_URL: 'https://api.comet.example',
    },
  });

const begin = `
  const { earlyDevice } = await import(${JSON.stringify(source('start-early-device.ts'))});
  console.log(await earlyDevice?.made);`;

beforeAll(() => void execFileSync('ip', ['netns', 'add', space]));
afterEach(() => void spawnSync('ip', ['-n', space, 'link', 'delete', 'dev', link], { stdio: 'ignore' }));
afterAll(() => void execFileSync('ip', ['netns', 'delete', space]));

test('an early device is down, without address and key, and an existing one is not changed', () => {
  expect(run('--input-type=module', '--eval', begin).stdout).toBe('true\n');
  expect(ip('-brief', 'address', 'show', 'dev', link)).toMatch(/^\S+ +DOWN *\n$/);
  const show = spawnSync('ip', ['netns', 'exec', space, 'wg', 'show', link, 'dump'], { encoding: 'utf8' });
  expect(show.stdout).toMatch(/^\(none\)\t\(none\)\t\d+\toff\n$/);
  const before = ip('link', 'show', 'dev', link);
  expect(run('--input-type=module', '--eval', begin).stdout).toBe('false\n');
  expect(ip('link', 'show', 'dev', link)).toBe(before);
});

test('a daemon that cannot start leaves no device, and no waiting process', async () => {
  const ended = run(source('main.ts'));
  expect(ended.stderr).toContain('trust anchors');
  expect(ended.status).toBe(1);
  expect(links()).not.toContain(link);
  const present = () => execFileSync('ip', ['netns', 'pids', space], { encoding: 'utf8' });
  await expect.poll(present, { timeout: 10_000 }).toBe('');
});
