import { describe, expect, test } from 'vitest';
import { importedFrom } from './bundled-libraries.ts';
import { noticesAmong, noticesText } from './notices.ts';

const MIT = 'Permission is hereby granted';

test('lists each library with its licence, and each notice once with the names of its libraries', () => {
  const text = noticesText([
    { registry: 'npm', name: 'zod', version: '4.6.7', licence: 'MIT', texts: [`${MIT}\r\nto all\n`] },
    { registry: 'npm', name: 'bare', version: '1.0.0', licence: '0BSD', texts: [] },
    {
      registry: 'cargo',
      name: 'also',
      version: '2.0.0',
      licence: 'MIT OR Apache-2.0',
      texts: [`${MIT}\nto all`, 'Apache'],
    },
  ]);
  expect(text.split('\n').slice(0, 3)).toEqual([
    'also 2.0.0: MIT OR Apache-2.0',
    'bare 1.0.0: 0BSD',
    'zod 4.6.7: MIT',
  ]);
  expect(text.split(MIT)).toHaveLength(2);
  expect(text).toContain(`also 2.0.0, zod 4.6.7\n\n${MIT}\nto all\n`);
  expect(text).toContain('also 2.0.0\n\nApache\n');
});

test('recognises licence and notice files by name', () => {
  const files = ['README.md', 'LICENSE-MIT', 'licence.txt', 'COPYING', 'NOTICE', 'relicense.js', 'UNLICENSE'];
  expect(noticesAmong(files)).toEqual(['COPYING', 'LICENSE-MIT', 'NOTICE', 'UNLICENSE', 'licence.txt']);
});

describe('the libraries of a program', () => {
  const packages = {
    'apps/one': { dependencies: { '@own/part': '0.1.0', a: '1.0.0' } },
    'node_modules/@own/part': { link: true, resolved: 'packages/part' },
    'packages/part': { dependencies: { b: '2.0.0' } },
    'packages/part/node_modules/b': { dependencies: { a: '1.0.0', absent: '1.0.0' } },
    'node_modules/a': { dependencies: { b: '1.0.0' } },
    'node_modules/b': {},
    'node_modules/of-tests': {},
  };

  test('are its imports, transitively and through workspaces, each in the version that Node resolves', () => {
    expect(importedFrom(packages, ['apps/one'])).toEqual([
      'node_modules/a',
      'node_modules/b',
      'packages/part/node_modules/b',
    ]);
  });

  test('are none without imports', () => {
    expect(importedFrom(packages, ['apps/other'])).toEqual([]);
  });
});
