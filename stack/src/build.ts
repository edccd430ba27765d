import { chmod, copyFile, rm } from 'node:fs/promises';
import { bundle } from './bundle.ts';
import { buildDashboard } from './dashboard/build.ts';
import { buildDesktop } from './desktop/build.ts';
import { buildCrate } from './machine/cargo.ts';
import { wordsFor } from './refusal.ts';
import { inRepository } from './repository.ts';

/** The programs of each app: file name in its dist/ and entry. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'apps/api': {
    'comet-api': 'src/main.ts',
    'comet-ops': 'src/main.ts',
    'hashing-thread': 'src/platform/hashing/hashing-thread.ts',
  },
  'apps/gateway': {
    'comet-gateway': 'src/main.ts',
    'comet-gateway-names': 'src/main.names.ts',
    'comet-gateway-openvpn': 'src/main.openvpn.ts',
    'comet-gateway-proxy': 'src/main.proxy.ts',
  },
  'apps/exit': { 'comet-exit': 'src/main.ts' },
  'apps/daemon': { cometd: 'src/main.ts', 'comet-client': 'src/comet.ts' },
};

async function buildPrograms(app: string): Promise<void> {
  await rm(inRepository(`${app}/dist`), { recursive: true, force: true });
  for (const [name, entry] of Object.entries(PROGRAMS[app] ?? {})) {
    await bundle(inRepository(`${app}/${entry}`), inRepository(`${app}/dist/${name}.mjs`));
  }
}

/** The command itself; a machine without Rust builds everything else. */
async function buildComet(): Promise<void> {
  const launcher = await buildCrate('launcher', console.log);
  if (launcher === null) {
    console.log('apps/daemon: no launcher without Rust; comet-client.mjs does what it does, more slowly');
    return;
  }
  await copyFile(launcher, inRepository('apps/daemon/dist/comet'));
  await chmod(inRepository('apps/daemon/dist/comet'), 0o755);
}

/** What both ends preload into OpenVPN, beside the programs of each. */
async function buildUdpOffload(): Promise<void> {
  const library = await buildCrate('udp-offload', console.log);
  if (library === null) return console.log('no UDP offload without Rust; OpenVPN does without, more slowly');
  for (const app of ['apps/gateway', 'apps/daemon'])
    await copyFile(library, inRepository(`${app}/dist/libcomet_udp_offload.so`));
}

/** The app in the window, with the screens in it. */
async function buildApp(): Promise<void> {
  if ((await buildDesktop(console.log)) === null)
    console.log('apps/desktop: no app without Rust and libwebkit2gtk-4.1-dev');
}

async function timed(name: string, work: Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work;
  console.log(`${name.padEnd(16)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

try {
  await Promise.all([
    ...Object.keys(PROGRAMS).map((app) => timed(app, buildPrograms(app))),
    timed(
      'apps/dashboard',
      buildDashboard(() => undefined),
    ),
  ]);
  await timed('comet', buildComet());
  await timed('udp-offload', buildUdpOffload());
  await timed('apps/desktop', buildApp());
} catch (error) {
  console.error(wordsFor(error));
  process.exitCode = 1;
}
