import { silentLog } from '@comet/foundation/log';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  changeByWg,
  openNetworkShell,
  type WgCall,
  type WireguardDevice,
  wgSetDevice,
} from '@comet/linux-network';
import { marks } from '../../src/data-plane-parts.linux.ts';
import { linuxDns } from '../../src/platform/dns/dns.linux.ts';
import { firewallRules } from '../../src/platform/firewall/firewall-rules.ts';
import { linuxRouting } from '../../src/platform/routing/routing.linux.ts';
import { wireguardBy } from '../../src/platform/wireguard/wireguard.device.ts';
import type { RestoreParts } from '../../src/tunnel/attempts/connect-granted.ts';

export interface NotingWriters {
  /** The parts that restore a saved session; `target`: the target of resolv.conf, which determines its manager. */
  open(target: string): Promise<RestoreParts>;
  close(): void;
}

const programs = { resolvectl: '/usr/bin/resolvectl', resolvconf: '/usr/sbin/resolvconf' };

/** The real writers with tools that record lines and arguments. `folder`: for the resolvers' file, and a socket. */
export async function notingWriters(
  folder: string,
  link: string,
  note: (...words: readonly string[]) => void,
): Promise<NotingWriters> {
  const sockets: Socket[] = [];
  const path = join(folder, 'ip.sock');
  const ok = { code: 0, stdout: '', stderr: '' };

  // An `ip` that reports only the end of a batch.
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = text.split('\n').slice(0, -1);
      note(...lines.filter((line) => line !== 'comet_batch_end'));
      if (lines.at(-1) === 'comet_batch_end')
        socket.write('Object "comet_batch_end" is unknown, try "ip help".\nCommand failed -:1\n');
    });
  }).listen(path);
  await once(server, 'listening');

  async function waiting(): Promise<Socket> {
    const socket = connect(path);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  /** A device whose peers have all responded. */
  function device(): WireguardDevice {
    const peers: string[] = [];
    const wg = ({ args, input }: WgCall): Promise<void> =>
      Promise.resolve(note(...args, ...input.split('\n')));
    const seen = { endpoint: null, allowedIps: [], rxBytes: 0, txBytes: 0, lastHandshake: 1 };
    const status = () => Promise.resolve(peers.map((publicKey) => ({ publicKey, ...seen })));
    const nothing = (): Promise<void> => Promise.resolve();
    return {
      ...{ name: link, kind: 'userspace', adopted: false, died: new Promise(() => undefined) },
      ...{ status, presharedKeys: () => Promise.resolve(new Map()), leave: nothing, close: nothing },
      configure: async (settings) => wg(wgSetDevice(link, settings)),
      async apply(change) {
        await changeByWg(link, change, { status, wg });
        peers.push(...(change.set ?? []).map(({ publicKey }) => publicKey));
      },
    };
  }

  return {
    async open(target) {
      const [ip, ip6, nft] = [await waiting(), await waiting(), await waiting()];
      const shell = openNetworkShell({ ip, ip6, nft, scratch: -1 });
      const system = {
        ...{ name: link, fwmark: marks.fwmark },
        open: () => Promise.resolve(device()),
        up: () => shell.runIp([{ kind: 'link-up', link }]),
        setMtu: (mtu: number) => shell.runIp([{ kind: 'link-mtu', link, mtu }]),
      };
      return {
        firewall: {
          apply: async (policy) =>
            note(...firewallRules(policy, { ...marks, links: [link] }).text.split('\n')),
        },
        wireguard: wireguardBy(system, silentLog),
        routing: linuxRouting(shell, { links: [link], fwmark: marks.fwmark }),
        dns: linuxDns(
          { path: join(folder, 'resolv.conf'), stateDir: folder, link },
          silentLog,
          (_, args, input = '') => Promise.resolve(ok).finally(() => note(...args, ...input.split('\n'))),
          () => Promise.resolve({ target, content: '', programs }),
          () => () => undefined,
        ),
      };
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
