import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runWithin } from '../checks/run-within.ts';
import { findCommand, installMissingPackages } from './debian-packages.ts';

/** The release that is fetched where there is none of at least `OLDEST`. Go's module proxy serves it as a module (go.dev/ref/mod). */
const RELEASE = '1.26.8';
const OLDEST = 1.25;

/** Seconds after which fetching or building is taken for something that hangs. */
const LONGEST = 900;

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Node's name of this machine's architecture, as Go and Debian call it. */
export function goArchitecture(): string {
  const name = ARCHITECTURES[process.arch];
  if (name === undefined) throw new Error(`no packages for ${process.arch}`);
  return name;
}

/** Runs `go` with these words. Throws its last line where it fails, and one sentence where there is no Go and none can be installed. */
export async function runGo(
  words: readonly string[],
  say: (line: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return runWith(await findGo(say), words, env);
}

/** The path of a `go` that is recent enough: the machine's, or one in the user's cache, fetched with Debian's older one. */
async function findGo(say: (line: string) => void): Promise<string> {
  const cached = join(homedir(), '.cache', 'comet', `go-${RELEASE}`);
  const installed = installedGo();
  for (const go of [installed, join(cached, 'bin', 'go')])
    if (go !== null && existsSync(go) && (await isRecent(go))) return go;
  const problem = installed === null ? await installMissingPackages({ go: 'golang-go' }, say) : null;
  if (problem !== null) throw new Error(problem);
  say(`Fetching Go ${RELEASE} …`);
  const release = `golang.org/toolchain@v0.0.1-go${RELEASE}.linux-${goArchitecture()}`;
  await copyToolchain(await downloadModule(installedGo() ?? 'go', release), cached);
  return join(cached, 'bin', 'go');
}

/** The folder of a module's sources, which Go has compared with the checksum database. */
export async function fetchModule(module: string, say: (line: string) => void): Promise<string> {
  return downloadModule(await findGo(say), module);
}

async function downloadModule(go: string, module: string): Promise<string> {
  const fetched = await runWith(go, ['mod', 'download', '-json', module]);
  const folder = /"Dir": "([^"]+)"/.exec(fetched)?.[1];
  if (folder === undefined) throw new Error(lastLine(fetched));
  return folder;
}

const installedGo = (): string | null =>
  findCommand('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : null);

async function isRecent(go: string): Promise<boolean> {
  const { code, output } = await runWithin(60, [go, 'version'], { GOTOOLCHAIN: 'local' });
  return code === 0 && Number(/go(\d+\.\d+)/.exec(output)?.[1] ?? 0) >= OLDEST;
}

/** Modules have no executable files: those of the toolchain are made so in a copy, which takes its place whole. */
async function copyToolchain(from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}`;
  await mkdir(join(to, '..'), { recursive: true });
  await cp(from, draft, { recursive: true });
  const tools = join('pkg', 'tool');
  const folders = (await readdir(join(draft, tools))).map((name) => join(tools, name));
  const run = ['bin', ...folders].map((folder) => join(draft, folder));
  await runWithin(60, ['chmod', '-R', 'u+w', draft]);
  const { code, output } = await runWithin(60, ['chmod', '-R', '+x', ...run]);
  if (code !== 0) throw new Error(lastLine(output));
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
}

async function runWith(
  go: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, output } = await runWithin(LONGEST, [go, ...words], { ...env, GOTOOLCHAIN: 'local' });
  if (code !== 0) throw new Error(lastLine(output));
  return output;
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? 'go failed without a message';
}
