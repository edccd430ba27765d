import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { variable } from './environment.ts';
import { readSources } from './environment-sources.ts';

const text = z.optional(z.string());
const schema = z.object({
  PORT: variable(text, { must: 'a port', meaning: 'where it listens' }),
  API_KEY: variable(text, { must: 'a key', meaning: 'a key', secret: true }),
});

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-sources-'));
  await writeFile(at('config'), `# settings\nPORT=1\nAPI_KEY="from config"\nexport OTHER='a b'\n`);
  await writeFile(at('key'), 'from file\n');
  await writeFile(at('API_KEY'), 'from credential');
  await writeFile(at('keys by file'), `API_KEY_FILE=${at('key')}\n`);
  await writeFile(at('both'), `API_KEY=one\nAPI_KEY_FILE=${at('key')}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

const read = (env: Record<string, string>) => {
  const sources = readSources(schema, env);
  return sources.ok ? sources.value : sources.error;
};

test('reads a file of variables; the environment takes precedence, an empty variable is none', () => {
  expect(read({ COMET_CONFIG: at('config') })).toMatchObject({
    PORT: '1',
    API_KEY: 'from config',
    OTHER: 'a b',
  });
  expect(read({ COMET_CONFIG: at('config'), PORT: '2', API_KEY: '' })).toMatchObject({
    PORT: '2',
    API_KEY: 'from config',
  });
});

test('reads a secret from the environment, its own file, a systemd credential, or the file of variables, in this order', () => {
  const all = { API_KEY_FILE: at('key'), CREDENTIALS_DIRECTORY: folder, COMET_CONFIG: at('config') };
  expect(read({ ...all, API_KEY_FILE: '', API_KEY: 'given' })).toMatchObject({ API_KEY: 'given' });
  expect(read(all)).toMatchObject({ API_KEY: 'from file' });
  expect(read({ ...all, API_KEY_FILE: '' })).toMatchObject({ API_KEY: 'from credential' });
  expect(read({ COMET_CONFIG: at('config') })).toMatchObject({ API_KEY: 'from config' });
  expect(read({ COMET_CONFIG: at('keys by file') })).toMatchObject({ API_KEY: 'from file' });
});

test('only secrets are read from files of their own', () => {
  expect(read({ PORT_FILE: at('key'), CREDENTIALS_DIRECTORY: at('none') })).toEqual({
    PORT_FILE: at('key'),
    CREDENTIALS_DIRECTORY: at('none'),
  });
});

test('reports every file that cannot be read, and a secret that is set twice', () => {
  expect(read({ COMET_CONFIG: at('none'), API_KEY_FILE: folder })).toEqual([
    `COMET_CONFIG names ${at('none')}, which cannot be read (ENOENT).`,
    `API_KEY_FILE names ${folder}, which cannot be read (EISDIR).`,
  ]);
  expect(read({ API_KEY: 'one', API_KEY_FILE: at('key') })).toEqual([
    'API_KEY and API_KEY_FILE are both set: set one of them.',
  ]);
  expect(read({ COMET_CONFIG: at('both') })).toEqual([
    'API_KEY and API_KEY_FILE are both set: set one of them.',
  ]);
});
