import { chmod, copyFile, rm, cp, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundle } from './bundle.ts';
import { runQuietly } from './checks/run-quietly.ts';
import { buildDesktop } from './desktop/build.ts';
import { type Architecture, thisArchitecture } from './toolchain/architecture.ts';
import { buildCrate, type Crate, packageOf } from './toolchain/cargo.ts';
import { UserError } from './user-error.ts';
import { inRepository } from './repository.ts';
import { constants } from 'node:fs';

/** Required major version of Node: the pinned one. */
const REQUIRED = Number(process.versions.node.split('.')[0]);

/** Runs on any Node with ES modules: on an older Node the program itself would fail with a syntax error or a missing export. */
const entry = (name: string): string => `\
const [major] = process.versions.node.split('.').map(Number);
if (major < ${REQUIRED}) {
  console.error('${name} needs Node ${REQUIRED} or later, and this is ' + process.versions.node + ': use the node program in the same folder.');
  process.exit(1);
}
await import('./comet-api-main.mjs');
`;

/** The files that `apps/api/src/operator-console/operator-console-server.ts` serves. */
const consoleFaces = [
  'bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
  'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  'geist-mono/files/geist-mono-latin-wght-normal.woff2',
] as const;

/**
 * Adds to the API's bundle what it needs outside this repository: the native library that cannot be bundled, the console's fonts, Node, and
 * the programs `comet-api.mjs` and `comet-ops.mjs`, which check the version of Node.
 */
async function completeApi(folder: string): Promise<void> {
  for (const name of ['comet-api', 'comet-ops']) await writeFile(join(folder, `${name}.mjs`), entry(name));
  const scope = inRepository('node_modules/@node-rs');
  for (const name of await readdir(scope))
    if (name.startsWith('argon2'))
      await cp(join(scope, name), join(folder, 'node_modules/@node-rs', name), { recursive: true });
  for (const face of consoleFaces) {
    const file = `node_modules/@fontsource-variable/${face}`;
    await cp(inRepository(file), join(folder, file));
    const license = join(dirname(dirname(file)), 'LICENSE');
    await cp(inRepository(license), join(folder, license));
  }
  await copyFile(process.execPath, join(folder, 'node'), constants.COPYFILE_FICLONE);
}

/** Programs of each app: file in dist/ and entry point. */
export const PROGRAMS = {
  'apps/api': {
    'comet-api-main.mjs': 'src/main.ts',
    'hashing-thread.mjs': 'src/platform/hashing/hashing-thread.ts',
  },
  'apps/gateway': {
    'comet-gateway.mjs': 'src/main.ts',
    'comet-gateway-openvpn.mjs': 'src/main.openvpn.ts',
    'comet-gateway-proxy.mjs': 'src/main.proxy.ts',
  },
  'apps/exit': { 'comet-exit.mjs': 'src/main.ts' },
  'apps/daemon': { 'cometd.cjs': 'src/main.ts' },
} as const;

export type App = keyof typeof PROGRAMS;
export const apps = Object.keys(PROGRAMS) as App[];

/** Bundles an app's programs into its dist/, or into another folder. Throws the bundler's error. */
export async function buildPrograms(app: App, folder = inRepository(`${app}/dist`)): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [file, entry] of Object.entries(PROGRAMS[app])) {
    await bundle(inRepository(`${app}/${entry}`), join(folder, file));
  }
  if (app === 'apps/api') await completeApi(folder);
}

/** Builds the daemon's Rust programs for an architecture into its dist/: the resolver, and `comet` with its completions and manual. */
export async function buildComet(architecture = thisArchitecture): Promise<void> {
  await copyCrate('local-resolver', [`apps/daemon/dist/${packageOf('local-resolver')}`], 0o755, architecture);
  await copyCrate('cli', ['apps/daemon/dist/comet'], 0o755, architecture);
  // This program runs here.
  const pages = join(dirname(await buildCrate('cli')), 'comet-pages');
  const { code, output } = await runQuietly([pages, inRepository('apps/daemon/dist/pages')]);
  if (code !== 0) throw new UserError(`comet-pages failed:\n${output.trimEnd()}`);
}

/** What gateway and daemon both use: the library that they preload into OpenVPN, and the transports of WireGuard. */
const sharedCrates = [
  { crate: 'udp-offload', file: 'libcomet_udp_offload.so', mode: 0o644 },
  { crate: 'transport', file: packageOf('transport'), mode: 0o755 },
] as const;

/** Builds what gateway and daemon both use, into the dist/ of both. */
export async function buildSharedCrates(architecture = thisArchitecture): Promise<void> {
  for (const { crate, file, mode } of sharedCrates)
    await copyCrate(crate, [`apps/gateway/dist/${file}`, `apps/daemon/dist/${file}`], mode, architecture);
}

/** The daemon's Rust programs and its library, in its dist/. */
export const CLIENT_PROGRAMS: readonly string[] = [
  ...(['cli', 'local-resolver'] as const).map(packageOf),
  ...sharedCrates.map(({ file }) => file),
];

const gatewayCrates = ['listener', 'relay', 'dns-filter'] as const;

/** The gateway's Rust programs and its library, in its dist/. */
export const GATEWAY_PROGRAMS: readonly string[] = [
  ...gatewayCrates.map(packageOf),
  ...sharedCrates.map(({ file }) => file),
];

/** Builds the gateway's Rust programs into its dist/. */
export async function buildGatewayCrates(architecture = thisArchitecture): Promise<void> {
  for (const crate of gatewayCrates)
    await copyCrate(crate, [`apps/gateway/dist/${packageOf(crate)}`], 0o755, architecture);
}

/** Builds a crate and copies its file to these places in the repository. */
async function copyCrate(
  crate: Crate,
  places: readonly string[],
  mode: number,
  architecture: Architecture,
): Promise<void> {
  const built = await buildCrate(crate, architecture);
  for (const place of places) {
    await copyFile(built, inRepository(place));
    await chmod(inRepository(place), mode);
  }
}

/** Builds the desktop app with its screens. */
export async function buildApp(): Promise<void> {
  if ((await buildDesktop(console.log)) === null)
    console.log('apps/desktop: everything is built but the app');
}
