import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { completeApi } from './api-program.ts';
import { bundle } from './bundle.ts';
import { buildDesktop } from './desktop/build.ts';
import { buildCrate } from './machine/cargo.ts';
import { inRepository } from './repository.ts';

/** The programs of each app: file in its dist/ and entry. */
const PROGRAMS = {
  'apps/api': {
    'comet-api-main.mjs': 'src/main.ts',
    'hashing-thread.mjs': 'src/platform/hashing/hashing-thread.ts',
  },
  'apps/gateway': {
    'comet-gateway.mjs': 'src/main.ts',
    'comet-gateway-names.mjs': 'src/main.names.ts',
    'comet-gateway-openvpn.mjs': 'src/main.openvpn.ts',
    'comet-gateway-proxy.mjs': 'src/main.proxy.ts',
  },
  'apps/exit': { 'comet-exit.mjs': 'src/main.ts' },
  'apps/daemon': { 'cometd.cjs': 'src/main.ts', 'comet-client.mjs': 'src/comet.ts' },
} as const;

export type App = keyof typeof PROGRAMS;
export const apps = Object.keys(PROGRAMS) as App[];

/** Bundles an app's programs anew into its dist/, or into another folder. Throws what the bundler trips over. */
export async function buildPrograms(app: App, folder = inRepository(`${app}/dist`)): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [file, entry] of Object.entries(PROGRAMS[app])) {
    await bundle(inRepository(`${app}/${entry}`), join(folder, file));
  }
  if (app === 'apps/api') await completeApi(folder);
}

/** The command itself; a machine without Rust builds everything else. */
export async function buildComet(): Promise<void> {
  const launcher = await buildCrate('launcher', console.log);
  if (launcher === null) {
    console.log('apps/daemon: no launcher without Rust; comet-client.mjs does what it does, more slowly');
    return;
  }
  await copyFile(launcher, inRepository('apps/daemon/dist/comet'));
  await chmod(inRepository('apps/daemon/dist/comet'), 0o755);
}

/** What both ends preload into OpenVPN, beside the programs of each. */
export async function buildUdpOffload(): Promise<void> {
  const library = await buildCrate('udp-offload', console.log);
  if (library === null) return console.log('no UDP offload without Rust; OpenVPN does without, more slowly');
  for (const app of ['apps/gateway', 'apps/daemon'])
    await copyFile(library, inRepository(`${app}/dist/libcomet_udp_offload.so`));
}

/** What listens for tunnels that leave by providers, beside the gateway's programs. */
export async function buildListener(): Promise<void> {
  const listener = await buildCrate('listener', console.log);
  if (listener === null) return console.log('no listener without Rust; providers serve no tunnels then');
  await copyFile(listener, inRepository('apps/gateway/dist/comet-listener'));
  await chmod(inRepository('apps/gateway/dist/comet-listener'), 0o755);
}

/** What carries the proxy's tunnels, beside the gateway's programs. */
export async function buildCarrier(): Promise<void> {
  const carrier = await buildCrate('carrier', console.log);
  if (carrier === null) return console.log('no carrier without Rust; the proxy moves its bytes itself then');
  await copyFile(carrier, inRepository('apps/gateway/dist/comet-carrier'));
  await chmod(inRepository('apps/gateway/dist/comet-carrier'), 0o755);
}

/** The app in the window, with the screens in it. */
export async function buildApp(): Promise<void> {
  if ((await buildDesktop(console.log)) === null)
    console.log('apps/desktop: everything is built but the app');
}
