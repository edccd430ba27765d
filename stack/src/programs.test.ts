import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPrograms } from './programs.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-api-'));
  await buildPrograms('apps/api', join(folder, 'dist'));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  promisify(execFile)(join(folder, 'dist/node'), args, { cwd: folder, env: {} }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

test('the built API runs outside the repository with the bundled Node', async () => {
  const help = await run('dist/comet-ops.mjs', '--help');
  // The environment is empty.
  expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^comet-ops COMMAND\n/) });
  const thread = `import('./dist/hashing-thread.mjs').then(() => console.log('loaded'))`;
  expect(await run('--eval', thread)).toMatchObject({ code: 0, stdout: 'loaded\n' });
  // The console reads its fonts beside the program.
  const face = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';
  const font = `require('node:module').createRequire(process.cwd() + '/dist/comet-api-main.mjs').resolve('${face}')`;
  expect(await run('--print', font)).toMatchObject({ code: 0, stdout: expect.stringMatching(/woff2\n$/) });
  expect(await run('dist/comet-api.mjs', 'serve')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\{[^\n]+"event":"DATABASE_URL is not set: [^\n]+\}\n$/),
  });
}, 120_000);

test('refuses an older Node in one sentence', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '22.12.0' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(older)}`;
  expect(await run('--import', preload, 'dist/comet-ops.mjs', '--help')).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'comet-ops needs Node 26 or later, and this is 22.12.0: use the node program in the same folder.\n',
  });
});
