import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runWithin } from '../checks/run-quietly.ts';
import { findCommand, installMissingPackages } from './debian-packages.ts';

/** The release that is fetched if no installed one is at least `OLDEST`. Go's module proxy serves it as a module (go.dev/ref/mod). */
const RELEASE = '1.26.8';
const OLDEST = { major: 1, minor: 25 };

/** Its entries in Go's checksum database, by architecture. */
const RELEASE_SUMS: Readonly<Record<string, string>> = {
  amd64: 'h1:ZOmGe1OnfREDMIdb1Qi4G9JSuDPBLGExZMQ4nis1RXM=',
  arm64: 'h1:sYL/O6MqS68ML0kjsQ36WoYIpJqkw60TxizWUYUKQMc=',
};

/**
 * Makes Go verify every module with its checksum database, and build programs that do not depend on the machine's C compiler and libraries
 * (go.dev/ref/mod#environment-variables). For an empty variable Go reads the user's configuration file unless GOENV is off; GOPROXY is
 * therefore read from the environment only.
 */
const SETTINGS = {
  GOENV: 'off',
  GOSUMDB: 'sum.golang.org',
  GONOSUMDB: '',
  GONOSUMCHECK: '',
  GOPRIVATE: '',
  GONOPROXY: '',
  GOINSECURE: '',
  GOFLAGS: '',
  GOTOOLCHAIN: 'local',
  CGO_ENABLED: '0',
};

/** Timeout for fetching or building in seconds. */
const MAX_SECONDS = 900;

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Go's and Debian's names of Node's architectures. */
function goArchitecture(): string {
  const name = ARCHITECTURES[process.arch];
  if (name === undefined) throw new Error(`no packages for ${process.arch}`);
  return name;
}

/** Runs `go` with these arguments. Throws its last line if it fails, and a sentence if Go cannot be installed. */
export async function runGo(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return runWith(await findGo(print), args, env);
}

/** Returns the path of a recent enough `go`: the machine's, or one in the user's cache, fetched with Debian's older one. */
async function findGo(print: (line: string) => void): Promise<string> {
  const cached = join(homedir(), '.cache', 'comet', `go-${RELEASE}`);
  const installed = installedGo();
  for (const go of [installed, join(cached, 'bin', 'go')])
    if (go !== null && existsSync(go) && (await isRecent(go))) return go;
  const problem = installed === null ? await installMissingPackages({ go: 'golang-go' }, print) : null;
  if (problem !== null) throw new Error(problem);
  print(`Fetching Go ${RELEASE} …`);
  const architecture = goArchitecture();
  const release = `golang.org/toolchain@v0.0.1-go${RELEASE}.linux-${architecture}`;
  const source = await downloadModule(installedGo() ?? 'go', release, RELEASE_SUMS[architecture] ?? '');
  await copyToolchain(source, cached);
  return join(cached, 'bin', 'go');
}

/** Returns the folder of a module's sources. Throws if its checksum (`h1:…`, as in go.sum) differs from the pinned one. */
export async function fetchModule(
  module: string,
  pinned: string,
  print: (line: string) => void,
): Promise<string> {
  return downloadModule(await findGo(print), module, pinned);
}

async function downloadModule(go: string, module: string, pinned: string): Promise<string> {
  const fetched = await runWith(go, ['mod', 'download', '-json', module]);
  const sum = /"Sum": "([^"]+)"/.exec(fetched)?.[1];
  if (sum !== pinned) throw new Error(`${module} is not what was pinned: its sum is ${sum ?? 'not known'}`);
  const folder = /"Dir": "([^"]+)"/.exec(fetched)?.[1];
  if (folder === undefined) throw new Error(lastLine(fetched));
  return folder;
}

const installedGo = (): string | null =>
  findCommand('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : null);

async function isRecent(go: string): Promise<boolean> {
  const { code, output } = await runWithin(60, [go, 'version'], { GOTOOLCHAIN: 'local' });
  const [, major, minor] = (/go(\d+)\.(\d+)/.exec(output) ?? []).map(Number);
  if (code !== 0 || major === undefined || minor === undefined) return false;
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}

/** Modules have no executable files: the toolchain is copied, made executable and moved into place atomically. */
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
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, output } = await runWithin(MAX_SECONDS, [go, ...args], { ...env, ...SETTINGS });
  if (code !== 0) throw new Error(lastLine(output));
  return output;
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? 'go failed without a message';
}
