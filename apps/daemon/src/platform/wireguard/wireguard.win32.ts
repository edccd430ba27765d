import { bytes, link } from '../system/rule-tokens.ts';
import { mustRun, type RunTool, windowsPrograms } from '../system/run-tool.ts';
import { wireguardBy } from './wireguard.device.ts';
import type { Wireguard } from './wireguard.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@comet/foundation/log';
import { taskQueue } from '@comet/foundation';
import {
  changeByWg,
  generateWireguardKeyPair,
  isWireguardKey,
  parseWgDump,
  type PeerStatus,
  type WgCall,
  wgSetDevice,
  type WireguardDevice,
} from '@comet/linux-network';
import { replaceFile } from '../files/replace-file.ts';

/** Number of checks of a link that is being created, and the interval in ms. */
const timeout = { checks: 50, pause: 200 };

/** The file from which a tunnel service creates its link: without peer, address or route, which are set later by other calls. */
export function tunnelServiceConfig(privateKey: string, mtu: number): string {
  if (!isWireguardKey(privateKey)) throw new TypeError('refused a key');
  return `[Interface]\r\nPrivateKey = ${privateKey}\r\nMTU = ${bytes(mtu)}\r\nTable = off\r\n`;
}

/**
 * A device of WireGuardNT, the kernel driver on Windows: its tunnel service creates the link, wg.exe sets keys and peers. Where wg reads
 * standard input elsewhere, it reads a file here, in a folder that only the system and administrators can access, during the call. The
 * link's key in the service's file is a random one: the real one is set afterwards.
 */
export async function openWindowsDevice(
  run: RunTool,
  options: { readonly name: string; readonly mtu: number; readonly stateDir: string },
): Promise<WireguardDevice> {
  const { mtu, stateDir } = options;
  const name = link(options.name);
  const exec = mustRun(run);
  const next = taskQueue();
  const config = join(stateDir, `${name}.conf`);
  const secret = join(stateDir, 'wg.input');
  const { promise: died, resolve: die } = Promise.withResolvers<string>();

  async function wg({ args, input }: WgCall): Promise<void> {
    if (input === '') return void (await exec(windowsPrograms.wg, args));
    await replaceFile(secret, input);
    try {
      await exec(
        windowsPrograms.wg,
        args.map((word) => (word === '/dev/stdin' ? secret : word)),
      );
    } finally {
      await rm(secret, { force: true });
    }
  }

  async function status(): Promise<readonly PeerStatus[]> {
    const { code, stdout, stderr } = await run(windowsPrograms.wg, ['show', name, 'dump']);
    if (code === 0) return parseWgDump(stdout);
    const why = stderr.trim() || 'no output';
    die(`wg: ${why}`);
    throw new Error(`wg: ${why}`);
  }

  async function close(): Promise<void> {
    await run(windowsPrograms.wireguard, ['/uninstalltunnelservice', name]);
    await rm(config, { force: true });
  }

  /** The service reports success before its link exists. */
  async function waitForLink(): Promise<void> {
    for (let check = 0; check < timeout.checks; check += 1) {
      if ((await run(windowsPrograms.wg, ['show', name, 'dump'])).code === 0) return;
      await sleep(timeout.pause);
    }
    throw new Error(`the tunnel service ${name} created no link`);
  }

  await close();
  try {
    await replaceFile(config, tunnelServiceConfig(generateWireguardKeyPair().privateKey, mtu));
    await exec(windowsPrograms.wireguard, ['/installtunnelservice', config]);
    await waitForLink();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name,
    kind: 'kernel',
    adopted: false,
    died,
    configure: (settings) => next(() => wg(wgSetDevice(name, settings))),
    apply: (change) => next(() => changeByWg(name, change, { status, wg })),
    status: () => next(status),
    presharedKeys: () => Promise.reject(new Error('a client adopts no device, so it reads no keys')),
    leave: () => Promise.resolve(),
    close: () => next(close),
  };
}

/** WireGuardNT routes its own packets: never back into its own link, for any routes. */
export function windowsWireguard(
  run: RunTool,
  options: { readonly name: string; readonly stateDir: string },
  log: Log,
): Wireguard {
  const name = link(options.name);
  const exec = mustRun(run);
  return wireguardBy(
    {
      name,
      open: (mtu) => openWindowsDevice(run, { ...options, mtu }),
      // A tunnel service's link is up from the start.
      up: () => Promise.resolve(),
      async setMtu(mtu) {
        for (const family of ['ipv4', 'ipv6'])
          await exec(windowsPrograms.netsh, [
            ...['interface', family, 'set', 'subinterface', name],
            ...[`mtu=${bytes(mtu)}`, 'store=active'],
          ]);
      },
    },
    log,
  );
}
