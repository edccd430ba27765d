import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installMissingPackages } from './debian-packages.ts';

let folder = '';
const commands = { 'comet-test-squid': 'squid', 'comet-test-unknown': 'unknown', 'comet-test-curl': 'curl' };

/** A fake apt-get that has every package but `unknown`; each package contains a command of its name. */
const aptGet = `#!/bin/sh
echo "apt-get $*" >>"$0.log"
[ "$1" = install ] || exit 0
shift 3
case " $* " in *" unknown "*) echo "E: Unable to locate package unknown"; exit 100;; esac
for name; do printf '#!/bin/sh\n' >"$(dirname "$0")/comet-test-$name"; chmod +x "$(dirname "$0")/comet-test-$name"; done
`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-packages-'));
  await program('apt-get', aptGet);
  await program('systemctl', '#!/bin/sh\necho "systemctl $*" >>"$(dirname "$0")/apt-get.log"\n');
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('installs available packages, reports the others, and stops the services that Debian starts', async () => {
  as(0);
  expect(await installMissingPackages(commands, () => undefined)).toBe(
    'apt-get could not install unknown: E: Unable to locate package unknown',
  );
  const calls = (await readFile(join(folder, 'apt-get.log'), 'utf8')).trim().split('\n');
  const install = 'apt-get install -y --no-install-recommends';
  const wait = '-o DPkg::Lock::Timeout=300';
  expect(calls).toEqual([
    'apt-get update',
    `${install} squid unknown curl ${wait}`,
    `${install} squid ${wait}`,
    `${install} unknown ${wait}`,
    `${install} curl ${wait}`,
    'systemctl disable --now squid.service',
  ]);
});

test('installs nothing when nothing is missing', async () => {
  as(0);
  await program('comet-test-curl', '#!/bin/sh\n');
  expect(await installMissingPackages({ 'comet-test-curl': 'curl' }, () => undefined)).toBeNull();
});

test('without root, prints the command that installs all missing packages', async () => {
  as(1000);
  expect(await installMissingPackages(commands, () => undefined)).toBe(
    'Debian packages are missing; this brings them: sudo apt-get install -y --no-install-recommends squid unknown curl',
  );
});

function as(uid: number): void {
  vi.spyOn(process, 'getuid').mockReturnValue(uid);
}

const program = (name: string, source: string): Promise<void> =>
  writeFile(join(folder, name), source, { mode: 0o755 });
