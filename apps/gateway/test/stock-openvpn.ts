import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenvpnOffer } from '@comet/contract';
import { type OpenvpnClientConfig, writeOpenvpnClientConfig } from '@comet/tunnel-config';
import { hosts } from './namespaces.ts';

const running = new Set<Running>();

/** Ends all running programs. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((one) => one.end()));
}

/** A program in a namespace, with its output. */
export interface Running {
  readonly ended: Promise<number | null>;
  output(): string;
  /** Resolves when the output matches `text`; rejects with the output if the program ends first. */
  waitFor(text: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
}

export function startIn(
  namespace: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  const child: ChildProcess = spawn('ip', ['netns', 'exec', namespace, ...command], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (const listener of listeners) listener();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const started: Running = {
    ended,
    output: () => text,
    waitFor: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = wanted.exec(text);
          if (found === null) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        void ended.then(() =>
          reject(new Error(`${command[0]} ended before its output matched ${wanted}:\n${text}`)),
        );
        look();
      }),
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
  running.add(started);
  void ended.then(() => running.delete(started));
  return started;
}

export interface Customer {
  readonly namespace: string;
  /** The gateway's address. */
  readonly gateway: string;
  /** Directory for files. */
  readonly folder: string;
  readonly serverName: string;
  readonly certificateAuthority: string;
  readonly tlsCryptV2ClientKey: string;
}

/** Local port of the obfuscation client. */
const localPort = 5_194;

/** Starts the obfuscation client for an offer, if any, and stock OpenVPN with our configuration file. */
export async function connectBy(
  customer: Customer,
  offer: OpenvpnOffer,
  credentials: { readonly username: string; readonly password: string },
  ...flags: readonly string[]
): Promise<Running> {
  const { namespace, folder } = customer;
  const written = writeOpenvpnClientConfig({
    ...(await startObfuscation(customer, offer)),
    serverName: customer.serverName,
    certificateAuthorities: [customer.certificateAuthority],
    tlsCryptV2ClientKey: customer.tlsCryptV2ClientKey,
    credentials,
  });
  if (!written.ok) throw new Error(written.error.field);
  const file = join(folder, `${randomUUID()}.ovpn`);
  await writeFile(file, written.value);
  return startIn(namespace, ['openvpn', '--config', file, ...flags]);
}

type ConnectionOptions = Pick<OpenvpnClientConfig, 'remote' | 'socksProxy' | 'bypass'>;

/** Starts the obfuscation client; resolves with the options to connect through it. */
async function startObfuscation(
  { namespace, gateway: address, folder, serverName, certificateAuthority }: Customer,
  offer: OpenvpnOffer,
): Promise<ConnectionOptions> {
  const bypass = [address];
  const here = { address: '127.0.0.1', port: localPort, transport: 'tcp' as const };
  switch (offer.variant) {
    case 'udp':
    case 'tcp':
      return { remote: { address, port: offer.port, transport: offer.variant } };
    case 'tls': {
      const [authority, config] = [join(folder, 'ca.pem'), join(folder, 'stunnel.conf')];
      await writeFile(authority, certificateAuthority);
      const lines = ['foreground = yes', 'pid =', '[openvpn]', 'client = yes', 'verifyChain = yes'];
      lines.push(`CAfile = ${authority}`, `checkHost = ${serverName}`, `sni = ${serverName}`);
      lines.push(`accept = 127.0.0.1:${localPort}`, `connect = ${address}:${offer.port}`);
      await writeFile(config, `${lines.join('\n')}\n`);
      const program = startIn(namespace, ['stunnel4', config]);
      await program.waitFor(/Configuration successful/);
      return { remote: here, bypass };
    }
    case 'shadowsocks': {
      const program = startIn(namespace, shadowsocksTo(offer, '127.0.0.1:1195', localPort));
      await program.waitFor(/listening at/);
      return { remote: here, bypass };
    }
    case 'obfs4': {
      const program = startIn(namespace, ['obfs4proxy'], {
        TOR_PT_MANAGED_TRANSPORT_VER: '1',
        TOR_PT_STATE_LOCATION: join(folder, 'obfs4'),
        TOR_PT_CLIENT_TRANSPORTS: 'obfs4',
        TOR_PT_EXIT_ON_STDIN_CLOSE: '1',
      });
      const [, port] = await program.waitFor(/CMETHOD obfs4 socks5 127\.0\.0\.1:(\d+)/);
      // A pluggable transport takes its arguments as SOCKS user name and password, one after the other.
      await writeFile(join(folder, 'obfs4.txt'), `cert=${offer.cert};\niat-mode=0\n`);
      const socksProxy = { port: Number(port), credentialsFile: join(folder, 'obfs4.txt') };
      const remote = { address, port: offer.port, transport: 'tcp' as const };
      return { remote, socksProxy, bypass };
    }
  }
}

/** Returns the command that connects to `target` through the gateway's ss-server. */
export function shadowsocksTo(
  offer: Extract<OpenvpnOffer, { variant: 'shadowsocks' }>,
  target: string,
  port: number,
): string[] {
  const server = [
    '-s',
    hosts.gateway.ipv4,
    '-p',
    String(offer.port),
    '-k',
    offer.password,
    '-m',
    offer.method,
  ];
  return ['ss-tunnel', ...server, '-b', '127.0.0.1', '-l', String(port), '-L', target];
}

/** Options that a server could push to a client, and that ours must ignore. */
export const hostileOptions = [
  'route 192.0.2.0 255.255.255.0 net_gateway',
  'route-ipv6 2001:db8:0:3::/64 fe80::1',
  'up /tmp/owned.sh',
  'plugin /tmp/owned.so',
  'setenv-safe OWNED 1',
  'dhcp-option DOMAIN owned.test',
  'auth-token owned',
  'compress lz4',
  'inactive 1',
  'sndbuf 1',
];
