import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRepository } from '../src/repository.ts';

const execute = promisify(execFile);
const SIGNER = 'images@acme.example';

let folder = '';
let digest = '';
const inFolder = (...path: readonly string[]): string => join(folder, ...path);
const archive = (name: string): string => inFolder(`${name}.oci.tar`);

/** Runs a program and returns its standard output. Throws its error output. */
async function output(command: string, ...args: readonly string[]): Promise<string> {
  return (await execute(command, args, { env: { ...process.env, GNUPGHOME: inFolder('gpg') } })).stdout;
}
const release = (...words: readonly string[]) =>
  output(process.execPath, inRepository('stack/src/release/release.ts'), ...words);

/** Writes an image without files (github.com/opencontainers/image-spec, image layout), and its bill of materials. Returns its digest. */
async function writeImage(name: string, labels: Readonly<Record<string, string>>): Promise<string> {
  const layout = inFolder('layout', name);
  const blobs = join(layout, 'blobs/sha256');
  await mkdir(blobs, { recursive: true });
  const add = async (value: unknown, mediaType: string) => {
    const bytes = JSON.stringify(value);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await writeFile(join(blobs, sha256), bytes);
    return { mediaType, digest: `sha256:${sha256}`, size: bytes.length };
  };
  const types = 'application/vnd.oci.image';
  const rootfs = { type: 'layers', diff_ids: [] };
  const content = { architecture: 'amd64', os: 'linux', config: { Labels: labels }, rootfs };
  const config = await add(content, `${types}.config.v1+json`);
  const manifest = await add({ schemaVersion: 2, config, layers: [] }, `${types}.manifest.v1+json`);
  await writeFile(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [manifest] }));
  await writeFile(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  await output('tar', '--create', `--file=${archive(name)}`, '-C', layout, '.');
  await writeFile(inFolder(`${name}.spdx.json`), '{"spdxVersion":"SPDX-2.3"}');
  return manifest.digest;
}

const labelsOf = (title: string) => ({
  'org.opencontainers.image.title': title,
  'org.opencontainers.image.version': '0.2.0',
});

/** Copies a signed folder by the policy of comet-control. */
const copy = (from: string): Promise<string> => {
  const policy = ['--policy', inFolder('signed/comet-control.policy.json')];
  const target = `oci-archive:${inFolder('loaded.tar')}`;
  return output('skopeo', ...policy, 'copy', '--quiet', '--remove-signatures', `dir:${from}`, target);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-image-release-'));
  await mkdir(inFolder('gpg'), { mode: 0o700 });
  const key = ['--quick-generate-key', SIGNER, 'rsa3072', 'sign', 'never'];
  await output('gpg', '--batch', '--passphrase', '', ...key);
  digest = await writeImage('comet-control', labelsOf('comet-control'));
  await writeImage('comet-exit', labelsOf('comet-exit'));
  const archives = ['comet-control', 'comet-exit'].map(archive);
  await release(...archives, '--images', inFolder('signed'), '--sign-as', SIGNER);
  for (const name of ['comet-control', 'comet-exit'])
    await output('tar', '--extract', `--file=${inFolder('signed', `${name}.tar`)}`, '-C', folder);
});
afterAll(async () => {
  await output('gpgconf', '--kill', 'all');
  await rm(folder, { recursive: true, force: true });
});

test('a signed image has the digest of the unsigned one, and its policy accepts it', async () => {
  await copy(inFolder('comet-control'));
  expect(await output('skopeo', 'inspect', '--format={{.Digest}}', `dir:${inFolder('comet-control')}`)).toBe(
    `${digest}\n`,
  );
  const images: unknown = JSON.parse(await readFile(inFolder('signed/images.json'), 'utf8'));
  expect(images).toContainEqual({ name: 'comet-control', version: '0.2.0', digest });
});

test('the list of digests covers every file and is signed', async () => {
  await output('env', '-C', inFolder('signed'), 'sha256sum', '--check', '--strict', 'SHA256SUMS');
  const list = await readFile(inFolder('signed/SHA256SUMS'), 'utf8');
  expect(
    list
      .trim()
      .split('\n')
      .map((line) => line.slice(66)),
  ).toEqual([
    ...['comet-control.policy.json', 'comet-control.spdx.json', 'comet-control.tar'],
    ...['comet-exit.policy.json', 'comet-exit.spdx.json', 'comet-exit.tar', 'comet.asc', 'images.json'],
  ]);
  const verify = ['--verify', inFolder('signed/SHA256SUMS.asc'), inFolder('signed/SHA256SUMS')];
  await output('gpg', ...verify);
  await writeFile(inFolder('signed/SHA256SUMS'), `${list}\n`);
  await expect(output('gpg', ...verify)).rejects.toThrow('BAD signature');
});

test('the policy of an image rejects another one of ours', async () => {
  await expect(copy(inFolder('comet-exit'))).rejects.toThrow('is not accepted');
});

test('a changed image, one of another key and an unsigned one are rejected', async () => {
  const changed = inFolder('changed');
  await cp(inFolder('comet-control'), changed, { recursive: true });
  await writeFile(
    join(changed, 'manifest.json'),
    `${await readFile(join(changed, 'manifest.json'), 'utf8')} `,
  );
  await expect(copy(changed)).rejects.toThrow('does not match');
  await output(
    'gpg',
    '--batch',
    '--passphrase',
    '',
    '--quick-generate-key',
    'other@acme.example',
    'rsa3072',
    'sign',
  );
  await release(archive('comet-control'), '--images', inFolder('other'), '--sign-as', 'other@acme.example');
  await output('tar', '--extract', `--file=${inFolder('other/comet-control.tar')}`, '-C', inFolder('other'));
  await expect(copy(inFolder('other/comet-control'))).rejects.toThrow('rejected');
  await rm(join(changed, 'signature-1'));
  await expect(copy(changed)).rejects.toThrow('no signature exists');
});

test.each([
  ['a file that is no image', 'nothing', 'is no image of Comet.'],
  ['an image of others', 'other', 'is no image of Comet.'],
  ['an image without its bill of materials', 'comet-gateway', 'comet-gateway.spdx.json is missing'],
])('%s is not signed', async (_, name, refusal) => {
  await writeImage('other', {});
  await writeImage('comet-gateway', labelsOf('comet-gateway'));
  await rm(inFolder('comet-gateway.spdx.json'));
  await writeFile(archive('nothing'), '');
  const words = [archive(name), '--images', inFolder('refused'), '--sign-as', SIGNER];
  await expect(release(...words)).rejects.toThrow(refusal);
});

test.each([
  ['no key', ['comet-control.oci.tar', '--images', 'DIR']],
  ['no image', ['--images', 'DIR', '--sign-as', SIGNER]],
  ['a package repository', ['a.oci.tar', '--images', 'DIR', '--sign-as', SIGNER, '--repository', 'DIR']],
])('signing images with %s is rejected with the form', async (_, words) => {
  await expect(release(...words)).rejects.toThrow('npm run release takes packages');
});
