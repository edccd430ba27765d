import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRepository } from '../repository.ts';

const program = inRepository('deploy/backup/backup-files');
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'comet-backup-files-'));
  for (const name of ['bin', 'settings', 'keys', 'attachments', 'ledger', 'target'])
    mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'settings', 'control.env'), 'COMET_ENV=production');
  writeFileSync(join(folder, 'keys', 'seal.key'), 'secret');
  // age -R RECIPIENTS -o OUTPUT INPUT: this one only copies, and fails without its recipients.
  writeFileSync(join(folder, 'bin', 'age'), '#!/bin/sh\n[ -f "$2" ] && cp "$5" "$4"\n');
  chmodSync(join(folder, 'bin', 'age'), 0o755);
  environment = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    RECIPIENTS: join(folder, 'recipients'),
    SETTINGS: join(folder, 'settings'),
    KEYS_DIR: join(folder, 'keys'),
    ATTACHMENTS_DIR: join(folder, 'none'),
    LEDGER_ARCHIVE_DIR: join(folder, 'none'),
    TARGET: join(folder, 'target'),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (more: NodeJS.ProcessEnv = {}) => spawnSync(program, { env: { ...environment, ...more } }).status;
const archives = () => readdirSync(join(folder, 'target'));

test('without a recipient or without the keys, nothing is left in the target', () => {
  expect(run()).not.toBe(0);
  writeFileSync(join(folder, 'recipients'), 'age1');
  expect(run({ KEYS_DIR: join(folder, 'none') })).not.toBe(0);
  expect(archives()).toEqual([]);
});

test('archives settings and keys once a day, and deletes archives after two weeks', () => {
  const old = join(folder, 'target', 'files-20260101.tar.age');
  writeFileSync(old, '');
  utimesSync(old, new Date('2026-01-01'), new Date('2026-01-01'));
  expect([run(), run()]).toEqual([0, 0]);
  const [archive = '', ...others] = archives();
  expect(others).toEqual([]);
  expect(archive).toMatch(/^files-\d{8}\.tar\.age$/);
  const listed = execFileSync('tar', ['-tf', join(folder, 'target', archive)], { encoding: 'utf8' });
  expect(listed).toContain('settings/control.env');
  expect(listed).toContain('keys/seal.key');
});

test('archives attachments and the archive of the ledger that are in folders', () => {
  writeFileSync(join(folder, 'attachments', 'one'), 'ciphertext');
  writeFileSync(join(folder, 'ledger', 'one.parquet'), 'PAR1');
  const folders = {
    ATTACHMENTS_DIR: join(folder, 'attachments'),
    LEDGER_ARCHIVE_DIR: join(folder, 'ledger'),
  };
  expect(run(folders)).toBe(0);
  const [archive = ''] = archives();
  const listed = execFileSync('tar', ['-tf', join(folder, 'target', archive)], { encoding: 'utf8' });
  expect(listed).toContain('attachments/one');
  expect(listed).toContain('ledger/one.parquet');
});
