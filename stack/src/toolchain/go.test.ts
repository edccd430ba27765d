import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchModule, runGo } from './go.ts';

const sum = `h1:${'A'.repeat(43)}=`;
const silent = (): void => undefined;
let home: string;
let version: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'comet-go-'));
  version = '1.25.0';
  vi.stubEnv('HOME', home);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

/** Puts a fake `go` of this version first on PATH. It records its arguments and environment, and finds every module with `sum`. */
async function fakeGo(): Promise<void> {
  const folder = join(home, 'bin');
  const response = JSON.stringify({ Dir: home, Sum: sum }, null, '\t');
  await mkdir(folder);
  await writeFile(
    join(folder, 'go'),
    `#!/bin/sh
if [ "$1" = version ]; then echo 'go version go${version} linux/amd64'; exit; fi
echo "$*" >> ${home}/words
env > ${home}/env
echo '${response}'
`,
  );
  await chmod(join(folder, 'go'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH ?? ''}`);
}

const words = (): Promise<string> => readFile(join(home, 'words'), 'utf8');

test("modules are verified with Go's checksum database, regardless of the user's environment", async () => {
  await fakeGo();
  const off = { GONOSUMDB: '*', GONOSUMCHECK: '1', GOPRIVATE: '*', GONOPROXY: '*', GOINSECURE: '*' };
  for (const [name, value] of Object.entries({ ...off, GOFLAGS: '-insecure', GOSUMDB: 'off' }))
    vi.stubEnv(name, value);
  await runGo(['build'], silent, { GOSUMDB: 'off', GOBIN: '/x' });
  const env = (await readFile(join(home, 'env'), 'utf8')).split('\n');
  // GOENV: Go reads the user's file where a variable is empty.
  const expected = ['GOSUMDB=sum.golang.org', 'GOFLAGS=', 'GOENV=off', 'CGO_ENABLED=0', 'GOBIN=/x'];
  expect(env).toEqual(expect.arrayContaining([...expected, ...Object.keys(off).map((name) => `${name}=`)]));
});

test('refuses a module with another checksum than the pinned one', async () => {
  await fakeGo();
  expect(await fetchModule('example.com/it@v1.0.0', sum, silent)).toBe(home);
  const other = sum.replace('A', 'B');
  await expect(fetchModule('example.com/it@v1.0.0', other, silent)).rejects.toThrow(
    `example.com/it@v1.0.0 is not what was pinned: its sum is ${sum}`,
  );
});

test.each(['1.9', '1.24.13'])('Go %s is too old, and the release that replaces it is pinned', async (old) => {
  version = old;
  await fakeGo();
  await expect(runGo(['build'], silent)).rejects.toThrow(
    /^golang\.org\/toolchain@\S+ is not what was pinned/,
  );
  expect(await words()).toMatch(/^mod download -json golang\.org\/toolchain@\S+\n$/);
});

test.each(['1.25', '1.26.8', '1.100.1', '2.0'])('Go %s is recent enough', async (recent) => {
  version = recent;
  await fakeGo();
  await runGo(['build'], silent);
  expect(await words()).toBe('build\n');
});
