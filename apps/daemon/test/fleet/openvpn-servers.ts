import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenvpnOffer } from '@comet/admission';
import { addresses } from './addresses.ts';

export const openvpnCredentials = { username: 'a-user-name', password: 'a-pass-word' } as const;
const shadowsocksPassword = 'a-password-for-shadowsocks';

export interface OpenvpnServers {
  readonly offers: readonly OpenvpnOffer[];
  readonly tlsCryptV2ClientKey: string;
  /** Blocks a variant as a network does, silently or with refusals. */
  block(variants: readonly string[]): void;
  close(): void;
}

/**
 * A gateway's OpenVPN by UDP and TCP, and unmodified programs in front of the TCP server: stunnel, ss-server, obfs4proxy. `folder` contains
 * the admission endpoint's certificate. A file `refuse-openvpn` there makes the servers refuse the credentials.
 */
export async function serveOpenvpn(folder: string): Promise<OpenvpnServers> {
  const path = (name: string): string => join(folder, name);
  const key = path('tls-crypt-v2.server');
  must('openvpn', '--genkey', 'tls-crypt-v2-server', key);
  must('openvpn', '--tls-crypt-v2', key, '--genkey', 'tls-crypt-v2-client', path('tls-crypt-v2.client'));
  const check = `#!/bin/sh
[ ! -e ${path('refuse-openvpn')} ] && [ "$(sed -n 1p "$1")" = ${openvpnCredentials.username} ] && [ "$(sed -n 2p "$1")" = ${openvpnCredentials.password} ]
`;
  await writeFile(path('check.sh'), check);
  await chmod(path('check.sh'), 0o755);
  const children: ChildProcess[] = [];
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void => {
    children.push(spawn(program, [...args], { env: { ...process.env, ...env }, stdio: 'ignore' }));
  };
  const server = (transport: 'udp' | 'tcp', port: number, net: number): void =>
    run('openvpn', [
      ...[
        '--mode',
        'server',
        '--tls-server',
        '--topology',
        'subnet',
        '--dev-type',
        'tun',
        '--dev',
        `ovt${net}`,
      ],
      ...['--server', `100.${net}.0.0`, '255.255.0.0', '--server-ipv6', `fd00:c0:e7:${net}::/112`],
      ...['--proto', `${transport}6`, '--port', String(port), '--dh', 'none', '--tls-crypt-v2', key],
      ...['--ca', path('ca.pem'), '--cert', path('admission.pem'), '--key', path('admission.key')],
      ...['--verify-client-cert', 'none', '--username-as-common-name', '--script-security', '2'],
      ...['--auth-user-pass-verify', path('check.sh'), 'via-file', '--keepalive', '5', '30'],
      ...['--verb', '3', '--log', path(`openvpn-${transport}.log`)],
      ...['--push', `dhcp-option DNS ${addresses.tunnel4}`, '--push', 'redirect-gateway def1 ipv6'],
      // Options that a hostile or misconfigured server might push: none of them may have an effect.
      ...[
        '--push',
        'route 192.0.2.0 255.255.255.0',
        '--push',
        'ping-restart 1',
        '--push',
        'block-outside-dns',
      ],
    ]);
  server('udp', 1194, 80);
  server('tcp', 1195, 81);
  await writeFile(
    path('stunnel.conf'),
    [
      ...[
        'foreground = yes',
        'pid =',
        'syslog = no',
        '[openvpn]',
        'accept = :::8443',
        'connect = 127.0.0.1:1195',
      ],
      ...[`cert = ${path('admission.pem')}`, `key = ${path('admission.key')}`, ''],
    ].join('\n'),
  );
  run('stunnel', [path('stunnel.conf')]);
  const shadowsocks = [
    '-s',
    '::0',
    '-s',
    '0.0.0.0',
    '-p',
    '8388',
    '-k',
    shadowsocksPassword,
    '-m',
    'chacha20-ietf-poly1305',
  ];
  run('ss-server', shadowsocks);
  await mkdir(path('obfs4'));
  run('obfs4proxy', [], {
    TOR_PT_MANAGED_TRANSPORT_VER: '1',
    TOR_PT_STATE_LOCATION: path('obfs4'),
    TOR_PT_SERVER_TRANSPORTS: 'obfs4',
    TOR_PT_SERVER_BINDADDR: 'obfs4-[::]:9443',
    TOR_PT_ORPORT: '127.0.0.1:1195',
  });
  const cert = await obfs4Cert(path('obfs4/obfs4_bridgeline.txt'));
  return {
    offers: [
      { variant: 'udp', port: 1194 },
      { variant: 'tcp', port: 1195 },
      { variant: 'tls', port: 8443 },
      { variant: 'shadowsocks', port: 8388, method: 'chacha20-ietf-poly1305', password: shadowsocksPassword },
      { variant: 'obfs4', port: 9443, cert },
    ],
    tlsCryptV2ClientKey: await readFile(path('tls-crypt-v2.client'), 'utf8'),
    block,
    close() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

/** The server's parameters for clients, which it writes at its start. */
export async function obfs4Cert(bridgeLine: string): Promise<string> {
  for (let tries = 0; tries < 500; tries += 1) {
    const [, cert] = existsSync(bridgeLine)
      ? (/cert=(\S{70})/.exec(readFileSync(bridgeLine, 'utf8')) ?? [])
      : [];
    if (cert !== undefined) return cert;
    await sleep(20);
  }
  throw new Error('obfs4proxy has not printed its parameters');
}

const rules: Readonly<Record<string, string>> = {
  wireguard: `iifname "eth0" udp dport ${addresses.wireguardPort} drop`,
  'all udp': 'iifname "eth0" meta l4proto udp drop',
  'transport tcp': `iifname "eth0" tcp dport ${addresses.transports[0].port} drop`,
  'transport quic': `iifname "eth0" udp dport ${addresses.transports[1].port} drop`,
  'transport scrambled': `iifname "eth0" udp dport ${addresses.transports[2].port} drop`,
  'transport shadowsocks': `iifname "eth0" meta l4proto { tcp, udp } th dport ${addresses.transports[3].port} drop`,
  // The first four bytes of WireGuard's messages, at any port.
  'wireguard messages':
    'iifname "eth0" meta l4proto udp @th,64,32 { 0x01000000, 0x02000000, 0x03000000, 0x04000000 } drop',
  'port 51820': 'meta l4proto udp ct original proto-dst 51820 drop',
  'port 443': 'meta l4proto udp ct original proto-dst 443 drop',
  udp: 'udp dport 1194 drop',
  tcp: 'iifname "eth0" tcp dport 1195 drop',
  'tcp by refusal': 'iifname "eth0" tcp dport 1195 reject with tcp reset',
  tls: 'tcp dport 8443 drop',
  shadowsocks: 'tcp dport 8388 drop',
  obfs4: 'tcp dport 9443 drop',
  admissionEndpoint: `tcp dport ${addresses.admissionPort} drop`,
};

function block(variants: readonly string[]): void {
  const lines = variants.map((variant) => rules[variant] ?? '');
  const text = `add table inet blocked
delete table inet blocked
table inet blocked {
chain input {
type filter hook input priority -10; policy accept;
${lines.join('\n')}
}
}`;
  const done = spawnSync('nft', ['-f', '-'], { input: text, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
}

function must(command: string, ...args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}${done.stdout}`);
}
