import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildPackages } from '../src/packages/build-for-tests.ts';
import { inRepository } from '../src/repository.ts';
import { type ContainerHost, openContainerHost } from './container-host.ts';

const execute = promisify(execFile);
const SIGNER = 'images@acme.example';
const PASSWORD = 'not-a-secret';
/** A line of `gateways list`. */
const online = /nl-ams +203\.0\.113\.10 .* online /;
const NAMES = ['comet-control', 'comet-gateway', 'comet-postgres'];

let folder = '';
let host: ContainerHost;
const inFolder = (...path: readonly string[]): string => join(folder, ...path);
const archive = (name: string): string => inFolder('images', `${name}.oci.tar`);

/** Runs a program and returns its standard output. Throws its error output. */
async function output(command: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, GNUPGHOME: inFolder('gpg') };
  return (await execute(command, args, { env, maxBuffer: 100_000_000 })).stdout;
}

/** Repeats a command until it succeeds. Throws its error after a minute. */
async function until(command: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(500)) {
    try {
      await command();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-images-'));
  await buildPackages(inject('packages'));
  const images = [inRepository('stack/src/images/images.ts'), '--packages', inject('packages')];
  await output(process.execPath, ...images, '--out', inFolder('images'), ...NAMES);
  host = await openContainerHost(folder);
  await mkdir(inFolder('gpg'), { mode: 0o700 });
  const key = ['--quick-generate-key', SIGNER, 'rsa3072', 'sign', 'never'];
  await output('gpg', '--batch', '--passphrase', '', ...key);
}, 1_800_000);
afterAll(async () => {
  await host?.close();
  await output('gpgconf', '--kill', 'all');
  await rm(folder, { recursive: true, force: true });
});

describe('signed images', () => {
  const release = (...words: readonly string[]) =>
    output(process.execPath, inRepository('stack/src/release/release.ts'), ...words);
  const load = (name: string): Promise<string> => {
    const policy = ['--policy', inFolder('signed', `${name}.policy.json`)];
    const target = `containers-storage:localhost/${name}:latest`;
    return host.output('skopeo', ...policy, 'copy', '--quiet', `dir:${inFolder(name)}`, target);
  };

  test('are accepted by their policy, with the digest of the unsigned image', async () => {
    const signed = ['--images', inFolder('signed'), '--sign-as', SIGNER];
    const lines = (await release(...NAMES.map(archive), ...signed)).trim().split('\n');
    for (const [index, name] of NAMES.entries()) {
      const inspect = ['inspect', '--format={{.Digest}}', `oci-archive:${archive(name)}`];
      expect(lines[index]).toContain((await output('skopeo', ...inspect)).trim());
    }
    for (const name of NAMES) {
      await output('tar', '--extract', `--file=${inFolder('signed', `${name}.tar`)}`, '-C', folder);
      await load(name);
    }
  });
});

// The images are those that the tests above loaded.
describe('compose.yaml', () => {
  const compose = (...words: readonly string[]) =>
    host.output('podman-compose', '-f', inFolder('comet/compose.yaml'), ...words);
  const ops = (...words: readonly string[]) =>
    host.output('podman', 'exec', 'comet-control', 'comet-ops', ...words);

  test('starts PostgreSQL, control plane and gateway as docs/operations.md describes', async () => {
    await mkdir(inFolder('comet/secrets'), { recursive: true });
    await copyFile(inRepository('deploy/compose.yaml'), inFolder('comet/compose.yaml'));
    const write = (name: string, text: string): Promise<void> => writeFile(inFolder('comet', name), text);
    await write('control.env', 'PUBLIC_URL=http://control:4800\nDASHBOARD_URL=http://control:4800\n');
    await write(
      'gateway.env',
      'API_URL=http://control:4800\nPUBLIC_IPV4=203.0.113.10\nRESOLVER=203.0.113.53\n',
    );
    await write('secrets/postgres-password', PASSWORD);
    await write('secrets/database-url', `postgres://comet:${PASSWORD}@postgres/comet`);
    await write('secrets/enrol-token', '');
    await compose('up', '-d', 'postgres');
    await until(() => host.output('podman', 'healthcheck', 'run', 'comet-postgres'));
    await compose('run', '--rm', '-T', 'control', 'migrate');
    expect(await compose('run', '--rm', '-T', 'control', 'keys', 'init')).toContain('Created 14 keys');
    await compose('up', '-d', 'control', 'work');
    await until(() => host.output('podman', 'healthcheck', 'run', 'comet-control'));
    await ops('locations', 'add', 'nl-ams', 'Amsterdam', '52.37N', '4.90E');
    await write('secrets/enrol-token', await ops('enrol-token', 'nl-ams'));
    await compose('up', '-d', 'gateway');
    await until(() => host.output('podman', 'healthcheck', 'run', 'comet-gateway'));
    await until(async () => expect(await ops('gateways', 'list')).toMatch(online));
  }, 300_000);

  test('a customer registers', async () => {
    const body = JSON.stringify({ email: 'ada@customers.test', password: 'a-long-pass-word-77' });
    const headers = ['content-type: application/json', `app-identifier: ${crypto.randomUUID()}`];
    const reply = await host.output(
      ...['curl', '-sS', '--fail-with-body', '--data', body],
      ...[...headers.flatMap((header) => ['--header', header]), 'http://127.0.0.1:4800/api/v1/users'],
    );
    expect(JSON.parse(reply)).toMatchObject({ access_token: expect.any(String) });
    expect(await ops('customers', 'find', 'ada@')).toContain('ada@customers.test');
  });

  test('keys, data and the identity of the gateway outlive the containers', async () => {
    await compose('down');
    await writeFile(inFolder('comet/secrets/enrol-token'), '');
    await compose('up', '-d');
    await until(async () => expect(await ops('gateways', 'list')).toMatch(online));
    expect(await ops('customers', 'find', 'ada@')).toContain('ada@customers.test');
  }, 300_000);
});
