import { expect, test } from 'vitest';
import { builtWith, type Metadata } from './bundled-libraries.ts';

const registry = 'registry+https://github.com/rust-lang/crates.io-index';
const pack = (id: string, source: string | null = registry): Metadata['packages'][number] => ({
  ...{ id, name: id, version: '1.0.0', license: 'MIT' },
  ...{ source, manifest_path: `/registry/${id}/Cargo.toml` },
});
const on = (pkg: string, kind: 'dev' | 'build' | null = null) => ({ pkg, dep_kinds: [{ kind }] });

test('the libraries of a crate are its transitive dependencies without those of tests', () => {
  const metadata: Metadata = {
    packages: [
      pack('app', null),
      pack('relay', null),
      ...['a', 'b', 'c', 'tests', 'tauri'].map((id) => pack(id)),
    ],
    resolve: {
      nodes: [
        { id: 'relay', deps: [on('a'), on('c', 'build'), on('tests', 'dev')] },
        { id: 'a', deps: [on('b')] },
        { id: 'app', deps: [on('tauri'), on('relay')] },
        ...['b', 'c', 'tests', 'tauri'].map((id) => ({ id, deps: [] })),
      ],
    },
  };
  const names = (crates: readonly string[]) => builtWith(metadata, crates).map(({ name }) => name);
  expect(names(['relay'])).toEqual(['a', 'b', 'c']);
  expect(names(['app', 'relay'])).toEqual(['a', 'b', 'c', 'tauri']);
});
