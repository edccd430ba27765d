import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { api, ReplyOf } from '@comet/contract';
import type { Lab } from '@comet/lab';

type Profile = ReplyOf<typeof api.chooseOpenvpnProfile>;
export type Variant = Profile['offers'][number]['variant'];

/** A running obfuscation program, with OpenVPN's port and options for it. */
interface Obfuscator {
  readonly port: number | null;
  readonly options: readonly string[];
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';
const localPort = 11_941;

/** Starts a variant's obfuscation program on the client, as its manual describes; null for a variant without one. */
export async function startObfuscator(
  lab: Lab,
  profile: Profile,
  variant: Variant,
  folder: string,
): Promise<Obfuscator | null> {
  const offer = profile.offers.find((one) => one.variant === variant);
  if (offer === undefined) throw new Error(`The API returned no offer of ${variant}`);
  const bypassRoute = ['--route', profile.ipv4, '255.255.255.255', 'net_gateway'];
  switch (offer.variant) {
    case 'udp':
    case 'tcp':
      return null;
    case 'tls': {
      const file = join(folder, 'stunnel.conf');
      await writeFile(
        file,
        `foreground = yes\npid =\n[openvpn]\nclient = yes\naccept = ${loopback}:${localPort}\nconnect = ${profile.ipv4}:${offer.port}\nsni = ${profile.serverName}\n`,
      );
      return listening(lab, start(lab, ['stunnel', file]), bypassRoute);
    }
    case 'shadowsocks': {
      const tcpPort = profile.offers.find((one) => one.variant === 'tcp')?.port ?? 0;
      const server = ['-s', profile.ipv4, '-p', String(offer.port), '-m', offer.method, '-k', offer.password];
      const local = ['-b', loopback, '-l', String(localPort), '-L', `${loopback}:${tcpPort}`];
      return listening(lab, start(lab, ['ss-tunnel', ...server, ...local]), bypassRoute);
    }
    case 'obfs4': {
      const file = join(folder, 'obfs4.txt');
      await writeFile(file, `cert=${offer.cert}\n;iat-mode=0\n`, { mode: 0o600 });
      const program = lab.spawn('client', ['obfs4proxy'], {
        env: {
          TOR_PT_MANAGED_TRANSPORT_VER: '1',
          TOR_PT_CLIENT_TRANSPORTS: 'obfs4',
          TOR_PT_STATE_LOCATION: folder,
        },
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
      });
      const port = await socksPort(program);
      return {
        port: null,
        options: [...bypassRoute, '--socks-proxy', loopback, port, file],
        stop: () => ended(program),
      };
    }
  }
}

/** Runs in its own session, like every service: Linux shares the CPU between sessions. */
const start = (lab: Lab, argv: readonly string[]): ChildProcess =>
  lab.spawn('client', [...argv], { stdio: 'ignore', detached: true });

async function listening(lab: Lab, program: ChildProcess, options: readonly string[]): Promise<Obfuscator> {
  for (let tries = 0; tries < 250; tries += 1) {
    const { stdout } = await lab.exec('client', ['ss', '-Hltn', `sport = :${localPort}`]);
    if (stdout !== '') return { port: localPort, options, stop: () => ended(program) };
    await sleep(20);
  }
  throw new Error('The obfuscation program does not listen');
}

/** Returns the port that obfs4proxy prints (pt-spec, 3.3). */
async function socksPort(program: ChildProcess): Promise<string> {
  if (program.stdout === null) throw new Error('obfs4proxy has no output');
  for await (const line of createInterface(program.stdout)) {
    const port = /^CMETHOD obfs4 socks5 127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error('obfs4proxy printed no port');
}

async function ended(program: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGKILL');
  await exited;
}
