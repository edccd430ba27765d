import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { type Description, readDescription } from './nfpm.ts';
import { PARTS } from './parts.ts';

/** Folders into which our packages may install files. */
const PLACES = /^\/(?:usr\/(?:bin|sbin|lib|share)|etc\/comet)\/(?!.*\.\.)[A-Za-z0-9_./-]+$/;

const all: Description['contents'] = [];
for (const name of ['comet', 'comet-gateway']) all.push(...(await readDescription(name)).contents);

test.each(all.map((entry) => [entry.dst, entry] as const))(
  '%s is in a folder of our packages',
  (dst, entry) => {
    expect(dst).toMatch(PLACES);
    if (entry['type'] === 'symlink') return expect(entry.src).toMatch(PLACES);
    if (entry.src === undefined) return expect(entry['type']).toBe('dir');
    expect([0o644, 0o755]).toContain((entry['file_info'] as { mode: number }).mode);
    expect(entry.src).not.toContain('..');
    const isBuilt = entry.src.startsWith(PARTS) || /^apps\/[a-z]+\/dist\//.test(entry.src);
    expect(isBuilt || existsSync(inRepository(entry.src))).toBe(true);
    return expect(entry['type']).toBe(dst.startsWith('/etc/') ? 'config|noreplace' : undefined);
  },
);

test('no two files have the same path, in one package or both', () => {
  expect(new Set(all.map(({ dst }) => dst)).size).toBe(all.length);
});
