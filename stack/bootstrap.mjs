// The first thing `npm start`, `npm test` and their siblings run. It must work on any Node from 20.11 with nothing
// installed, so it is plain JavaScript and imports only Node itself. It installs what is missing, then runs the verb
// again with the Node that the project pins.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');

/** Maximum ms of an installation: npm waits up to five minutes for each response. */
const INSTALL_TIMEOUT_MS = 30 * 60_000;
const stamp = join(modules, '.comet-installed');

const ENTRIES = {
  start: 'stack/src/start.ts',
  stop: 'stack/src/stop.ts',
  demo: 'stack/src/demo.ts',
  test: 'stack/src/test.ts',
  check: 'stack/src/check.ts',
  build: 'stack/src/build.ts',
  package: 'stack/src/package.ts',
  image: 'stack/src/images/gateway-image.ts',
  images: 'stack/src/images/images.ts',
  release: 'stack/src/release/release.ts',
  lab: 'lab/src/main.ts',
  cluster: 'stack/src/cluster.ts',
  bench: 'bench/src/main.ts',
  prove: 'bench/src/prove/main.ts',
  audit: 'stack/src/audit.ts',
  notices: 'stack/src/packages/third-party.ts',
};

/** Exits with one sentence: the problem and the remedy. */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function refuseWrongPlatform() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    refuse(
      `Comet's development stack needs Linux on x64 or arm64, and this is ${process.platform} on ${process.arch}: ` +
        'run it in a Linux virtual machine or container.',
    );
  }
  if (!process.report.getReport().header.glibcVersionRuntime) {
    refuse(
      'Comet brings its own Node, built for glibc, which this Linux lacks: use Debian, Ubuntu or Fedora.',
    );
  }
}

/** Returns whether node_modules has every package that package-lock.json requires on this platform, in the locked version. */
function installedMatchesLock(lock) {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (path === '' || !path.includes('node_modules/')) return true;
    const found = installed[path];
    if (found === undefined) return wanted.optional === true || wanted.peer === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** Runs `npm ci` with the npm that started this script, if any. */
function install() {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log('Installing packages (npm ci), about a minute the first time …');
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const child = spawn(command, [...prefix, 'ci'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const progress = setInterval(() => console.log(`  … still installing, ${seconds()} s`), 15_000);
  const limit = setTimeout(() => child.kill(), INSTALL_TIMEOUT_MS);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      refuse(
        `npm could not be started (${error.message}): install Node 20.11 or newer together with npm 10 or newer.`,
      );
    });
    child.on('exit', (code) => {
      clearInterval(progress);
      clearTimeout(limit);
      if (code !== 0) {
        refuse(
          'npm ci failed; its output is above. Check the network and the free disk space, then run the command again.',
        );
      }
      console.log(`Installed in ${seconds()} s.`);
      resolve();
    });
  });
}

async function installWhatIsMissing() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (!installedMatchesLock(lock)) await install();
  writeFileSync(stamp, hash);
}

/** Runs the command with the pinned Node: same terminal, signals and exit code. */
function runWithPinnedNode(verb, rest) {
  const bin = join(modules, `node-linux-${process.arch}`, 'bin');
  const node = join(bin, 'node');
  if (!existsSync(node)) {
    refuse(`The pinned Node is missing (${node}): run npm ci without --omit=optional.`);
  }
  const path = [bin, join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
  const child = spawn(node, [join(root, ENTRIES[verb]), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => refuse(`The pinned Node could not be started: ${error.message}.`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

const [verb, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(ENTRIES, verb ?? '')) {
  refuse(`Unknown command "${verb ?? ''}": use one of ${Object.keys(ENTRIES).join(', ')}.`);
}
refuseWrongPlatform();
await installWhatIsMissing();
runWithPinnedNode(verb, rest);
