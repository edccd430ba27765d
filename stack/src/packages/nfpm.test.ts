import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { type Description, PACKAGES, readDescription } from './nfpm.ts';
import { CLIENT_PROGRAMS, GATEWAY_PROGRAMS, PROGRAMS } from '../programs.ts';
import { PARTS } from './parts.ts';

/** Folders into which our packages may install files. */
const PLACES = /^\/(?:usr\/(?:bin|sbin|lib|share)|etc\/comet)\/(?!.*\.\.)[A-Za-z0-9_./-]+$/;

const all: Description['contents'] = [];
for (const name of PACKAGES) all.push(...(await readDescription(name)).contents);

test.each(all.map((entry) => [entry.dst, entry] as const))(
  '%s is in a folder of our packages',
  (dst, entry) => {
    expect(dst).toMatch(PLACES);
    if (entry['type'] === 'symlink') return expect(entry.src).toMatch(PLACES);
    if (entry.src === undefined) return expect(entry['type']).toBe('dir');
    expect(entry.src).not.toContain('..');
    // A folder's files keep their modes, which `copyControlParts` sets.
    if (entry['type'] === 'tree') return expect(entry.src).toMatch(/^deploy\/dist\/parts\/control\//);
    const isSecret = dst === '/etc/comet/control.env';
    expect(isSecret ? [0o640] : [0o644, 0o755]).toContain((entry['file_info'] as { mode: number }).mode);
    const isBuilt = entry.src.startsWith(PARTS) || /^apps\/[a-z]+\/dist\//.test(entry.src);
    expect(isBuilt || existsSync(inRepository(entry.src))).toBe(true);
    return expect(entry['type']).toBe(dst.startsWith('/etc/') ? 'config|noreplace' : undefined);
  },
);

test('the packages contain every program that is built for them', async () => {
  const sources = new Set(all.map(({ src }) => src));
  const built = Object.entries(PROGRAMS).flatMap(([app, programs]) =>
    Object.keys(programs).map((file) => `${app}/dist/${file}`),
  );
  built.push(...GATEWAY_PROGRAMS.map((file) => `apps/gateway/dist/${file}`));
  built.push(...CLIENT_PROGRAMS.map((file) => `apps/daemon/dist/${file}`));
  expect(built.length).toBeGreaterThan(10);
  expect(built.filter((file) => !sources.has(file))).toEqual([]);
});

test('no two files have the same path, in one package or several', () => {
  expect(new Set(all.map(({ dst }) => dst)).size).toBe(all.length);
});

test('the control plane has the files and pages that its guide names', () => {
  const files = globSync(
    '{deploy/{backup,cluster,monitoring/{rules,dashboards}}/*,deploy/monitoring/*.yml,docs/runbooks/*.md}',
    {
      cwd: inRepository('.'),
    },
  );
  expect(files.length).toBeGreaterThan(40);
  const packaged = new Map(all.map(({ src, dst }) => [src, dst]));
  for (const file of files)
    expect(packaged.get(file)).toBe(`/usr/share/doc/comet-control/${file.replace(/^(?:deploy|docs)\//, '')}`);
});
