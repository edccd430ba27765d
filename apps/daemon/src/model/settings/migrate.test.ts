import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { daemonSettings, freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { migrateSettings, settingsVersion } from './migrate.ts';

test('migrates settings of every version to the current format', () => {
  expect(daemonSettings.parse(migrateSettings({ lockdown: false, allowLan: false }, 0))).toEqual(
    freshSettings,
  );
  expect(migrateSettings(freshSettings, settingsVersion)).toBe(freshSettings);
});

test('applies each numbered step in order, and each has a spec', async () => {
  const files = (await readdir(join(import.meta.dirname, 'migrations'))).toSorted();
  const written = files.filter((file) => !file.endsWith('.test.ts'));
  expect(written.map((file) => Number(file.slice(0, 4)))).toEqual(
    Array.from({ length: settingsVersion }, (_, index) => index + 1),
  );
  expect(files).toEqual(written.flatMap((file) => [file.replace('.ts', '.test.ts'), file]));
});
