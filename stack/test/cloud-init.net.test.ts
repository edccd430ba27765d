import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUserData } from '../src/cloud-init/user-data.ts';

const namespace = `comet-ci-${randomBytes(3).toString('hex')}`;
const values = {
  ...{ API_URL: 'https://api.example.com', TOKEN: 'token', RESOLVER: '203.0.113.53' },
  ...{ REPOSITORY: 'https://packages.example.com', SOURCES_SHA256: '0'.repeat(64) },
};
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-cloud-init-'));
  execFileSync('ip', ['netns', 'add', namespace]);
});
afterAll(async () => {
  execFileSync('ip', ['netns', 'delete', namespace]);
  await rm(folder, { recursive: true });
});

/** Runs the script on a file, in the namespace; returns its exit status and the file. */
async function findNetwork(before: string) {
  const file = join(folder, 'environment');
  await writeFile(file, before);
  const { fileAt } = await readUserData(values);
  const script = fileAt('/run/comet-gateway-setup/find-network').content;
  const argv = ['netns', 'exec', namespace, 'sh', '-s', file];
  const { status } = spawnSync('ip', argv, { input: script });
  return { status, content: await readFile(file, 'utf8') };
}

test('finds the interface and the address of the default route, and keeps those that are given', async () => {
  expect(await findNetwork('A=1\n')).toEqual({ status: 2, content: 'A=1\n' });
  const ip = (...argv: string[]) => execFileSync('ip', ['-n', namespace, ...argv]);
  ip('link', 'add', 'uplink7', 'type', 'veth', 'peer', 'name', 'far7');
  ip('address', 'add', '198.51.100.7/24', 'dev', 'uplink7');
  for (const link of ['uplink7', 'far7']) ip('link', 'set', link, 'up');
  ip('route', 'add', 'default', 'via', '198.51.100.1');
  expect(await findNetwork('A=1\n')).toEqual({
    status: 0,
    content: 'A=1\nUPLINK_INTERFACE=uplink7\nPUBLIC_IPV4=198.51.100.7\n',
  });
  const given = 'PUBLIC_IPV4=203.0.113.9\n';
  expect(await findNetwork(given)).toEqual({ status: 0, content: `${given}UPLINK_INTERFACE=uplink7\n` });
});
