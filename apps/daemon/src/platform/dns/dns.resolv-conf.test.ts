import { logInto } from '../../../test/log-into.ts';
import { silentLog } from '@comet/foundation/log';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileDns } from './dns.resolv-conf.ts';
import { FullDisk } from '../system/full-disk.ts';
import { replaceFile } from '../files/replace-file.ts';

const theirs = 'nameserver 192.168.77.1\n';
let folder = '';
let file = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-dns-'));
  file = join(folder, 'resolv.conf');
  await writeFile(file, theirs);
});
afterEach(() => rm(folder, { recursive: true }));

/** The changes of a crashed process, which watches no file any more. */
const open = () => fileDns(file, folder, silentLog, () => () => undefined);

test('restores the original file and deletes the saved copy', async () => {
  const dns = open();
  await dns.use(['100.64.0.1'], 'comet0');
  expect(await readFile(file, 'utf8')).toContain('nameserver 100.64.0.1');
  await dns.restore();
  expect(await readFile(file, 'utf8')).toBe(theirs);
  expect(await readdir(folder)).toEqual(['resolv.conf']);
});

test('restores the original file after a crash, even after several connects', async () => {
  await open().use(['100.64.0.1'], 'comet0');
  await open().use(['100.64.0.1'], 'comet0');
  await open().restore();
  expect(await readFile(file, 'utf8')).toBe(theirs);
});

test('a second restore, or one without a change before, has no effect', async () => {
  const dns = open();
  await dns.restore();
  await dns.use(['100.64.0.1'], 'comet0');
  await dns.restore();
  await writeFile(file, 'nameserver 192.0.2.99\n');
  await dns.restore();
  expect(await readFile(file, 'utf8')).toBe('nameserver 192.0.2.99\n');
});

test('undoes a rewrite by another program while the tunnel is up, and saves it for the restore', async () => {
  let rewritten = (): void => undefined;
  const log: string[] = [];
  const dns = fileDns(file, folder, logInto(log), (_, onChange) => {
    rewritten = onChange;
    return () => undefined;
  });
  await dns.use(['100.64.0.1'], 'comet0');
  await writeFile(file, 'nameserver 192.0.2.99\n');
  rewritten();
  await expect.poll(() => readFile(file, 'utf8')).toContain('100.64.0.1');
  expect(log.join()).toContain('Another program rewrote');
  await dns.restore();
  expect(await readFile(file, 'utf8')).toBe('nameserver 192.0.2.99\n');
});

test('repeated renames over the file by a network manager have no effect while the tunnel is up', async () => {
  const dns = fileDns(file, folder, silentLog);
  await dns.use(['100.64.0.1'], 'comet0');
  for (const server of ['192.0.2.1', '192.0.2.2']) {
    await writeFile(`${file}.theirs`, `nameserver ${server}\n`);
    await rename(`${file}.theirs`, file);
    await expect.poll(() => readFile(file, 'utf8')).toContain('100.64.0.1');
  }
  await dns.restore();
  expect(await readFile(file, 'utf8')).toBe('nameserver 192.0.2.2\n');
});

test('a damaged copy prevents neither the removal of our resolver nor the next tunnel', async () => {
  await open().use(['100.64.0.1'], 'comet0');
  await writeFile(join(folder, 'resolv.conf.original'), '');
  const dns = open();
  await dns.restore();
  expect(await readFile(file, 'utf8')).toBe('');
  expect(await readdir(folder)).toEqual(['resolv.conf']);
  await writeFile(file, theirs);
  await dns.use(['100.64.0.1'], 'comet0');
  await dns.restore();
  expect(await readFile(file, 'utf8')).toBe(theirs);
});

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'does not change the file on a full disk (%s) until there is space',
  async (code) => {
    const disk = { full: true };
    const dns = fileDns(
      file,
      folder,
      silentLog,
      () => () => undefined,
      (path, content) =>
        disk.full ? Promise.reject(Object.assign(new Error(code), { code })) : replaceFile(path, content),
    );
    await expect(dns.use(['100.64.0.1'], 'comet0')).rejects.toThrow(FullDisk);
    expect(await readFile(file, 'utf8')).toBe(theirs);
    await dns.restore();
    expect(await readFile(file, 'utf8')).toBe(theirs);
    disk.full = false;
    await dns.use(['100.64.0.1'], 'comet0');
    expect(await readFile(file, 'utf8')).toContain('nameserver 100.64.0.1');
    await dns.restore();
    expect(await readFile(file, 'utf8')).toBe(theirs);
  },
);

test('a missing folder is no full disk', async () => {
  const dns = fileDns(file, join(folder, 'none'), silentLog, () => () => undefined);
  await expect(dns.use(['100.64.0.1'], 'comet0')).rejects.not.toThrow(FullDisk);
});
