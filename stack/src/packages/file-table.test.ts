import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { chooseFiles, readFileTable } from './file-table.ts';

const table = `# NEED MODE PATH SOURCE
always    0755  /usr/lib/comet/node  built:node

if-built  0755  /usr/lib/comet/comet  apps/daemon/dist/comet
with:/usr/lib/comet/comet     link  /usr/bin/comet  /usr/lib/comet/comet
without:/usr/lib/comet/comet  link  /usr/bin/comet  /usr/lib/comet/comet-client
`;
const paths = (isThere: (source: string) => boolean): string[] =>
  chooseFiles(readFileTable(table), isThere).map(({ path }) => path);

describe('what goes into a package', () => {
  test('what was built, and what belongs with it', () => {
    expect(paths(() => true)).toEqual(['/usr/lib/comet/node', '/usr/lib/comet/comet', '/usr/bin/comet']);
  });

  test('what was not built is left out, and another stands in for it', () => {
    expect(paths((source) => source === 'built:node')).toEqual(['/usr/lib/comet/node', '/usr/bin/comet']);
  });

  test('what nobody named is left out', () => {
    const named = readFileTable('if-given 0644 /etc/comet/trust.json built:trust');
    expect(chooseFiles(named, () => false)).toEqual([]);
  });

  test('no two files are for the same place', () => {
    const twice = readFileTable('always 0644 /usr/bin/a built:a\nif-built 0644 /usr/bin/a built:b');
    expect(() => chooseFiles(twice, () => true)).toThrow('two files are to be /usr/bin/a');
  });

  test('nothing that is needed may be missing', () => {
    expect(() => paths(() => false)).toThrow('built:node is missing, which is to be /usr/lib/comet/node');
  });
});

test.each([
  ['always 4755 /usr/bin/comet built:comet', 'no mode: 4755'],
  ['always 0644 /etc/passwd built:passwd', 'no place of ours: /etc/passwd'],
  ['always 0644 /usr/lib/../bin/comet built:comet', 'a way upwards'],
  ['always 0644 /usr/bin/comet ../secret', 'no source: ../secret'],
  ['always 0644 /usr/bin/comet apps/../../secret', 'a way upwards'],
  ['always 0644 /usr/bin/comet /etc/shadow', 'no source: /etc/shadow'],
  ['always 0644 /usr/bin/a$b built:comet', 'no place of ours'],
  ['always 0644 /usr/bin/comet', 'not NEED MODE PATH SOURCE'],
  ['always 0644 /usr/bin/comet built:comet more', 'not NEED MODE PATH SOURCE'],
  ['perhaps 0644 /usr/bin/comet built:comet', 'no need: perhaps'],
  ['with:/usr/bin/other 0644 /usr/bin/comet built:comet', '/usr/bin/other is not named above'],
])('%s is refused', (line, why) => {
  expect(() => readFileTable(line)).toThrow(why);
});

test('the tables of our packages are of the form, and no two packages have a file in common', () => {
  const folder = inRepository('deploy/packages');
  const packages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const all = packages.flatMap(({ name }) =>
    chooseFiles(readFileTable(readFileSync(`${folder}/${name}/files`, 'utf8')), () => true).map(
      ({ path }) => path,
    ),
  );
  expect(packages.map(({ name }) => name).toSorted()).toEqual(['comet', 'comet-gateway']);
  expect(new Set(all).size).toBe(all.length);
});
