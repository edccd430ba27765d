import { chmod, lchown, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bridge, ShadowsocksServer } from '@comet/admission';
import { type Endpoint, formatEndpoint, isIp } from '@comet/foundation';
import { type GuardedProcess, startGuarded } from '../system/guarded-process.ts';
import { freePort, listens } from '../system/local-ports.ts';
import type { ObfuscatedServer, Obfuscator } from './obfuscator.ts';

/** Files that a program of another user can read, but neither change nor replace. */
interface SharedFiles {
  readonly folder: string;
  /** Writes a file that this user can read; resolves with its path. */
  write(name: string, text: string): Promise<string>;
  /** Removes the folder with its content. */
  remove(): Promise<void>;
}

/**
 * Creates a folder whose name begins with `prefix`. It belongs to root; the user can enter and read it. In a folder of the user, a
 * remaining process could create links to paths that root then writes, removes or changes the owner of. A file's owner is changed by its
 * descriptor, not by path.
 */
export async function createSharedFiles(prefix: string, user: number): Promise<SharedFiles> {
  const folder = await mkdtemp(prefix);
  await lchown(folder, 0, user);
  await chmod(folder, 0o750);
  return {
    folder,
    async write(name, text) {
      const path = join(folder, name);
      const file = await open(path, 'wx', 0o400);
      try {
        await file.chown(0, user);
        // Not by the mode at creation: the umask of the unit (0077) would remove the reader's permission.
        await file.chmod(0o440);
        await file.writeFile(text);
      } finally {
        await file.close();
      }
      return path;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const host = (text: string): string => checked(text, isIp(text));
const name = (text: string): string =>
  checked(text, /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(text) && text.length <= 253);
const path = (text: string): string => checked(text, /^\/[A-Za-z0-9/_.-]{1,200}$/.test(text));
const port = (value: number): number => {
  if (!Number.isInteger(value) || value < 1 || value > 65_535) throw new TypeError('a port out of range');
  return value;
};

/**
 * stunnel's configuration as a client (stunnel(8)): local connections are forwarded in TLS, to a server with a certificate of our private
 * CA for the one gateway. Throws a TypeError on any invalid value.
 */
export function stunnelFile(
  server: { readonly address: string; readonly port: number; readonly serverName: string },
  local: { readonly port: number; readonly caFile: string },
): string {
  return [
    'foreground = yes',
    'pid =',
    'syslog = no',
    'debug = err',
    '[openvpn]',
    'client = yes',
    `accept = 127.0.0.1:${port(local.port)}`,
    // The last colon ends the address of both families: stunnel would read brackets as a part of a name.
    `connect = ${host(server.address)}:${port(server.port)}`,
    // Empty, so that no SNI is sent: the gateway's name in a ClientHello would reveal VPN and gateway to observers.
    'sni =',
    `checkHost = ${name(server.serverName)}`,
    `CAfile = ${path(local.caFile)}`,
    'verifyChain = yes',
    'sslVersionMin = TLSv1.3',
    'TIMEOUTclose = 0',
    '',
  ].join('\n');
}

/**
 * ss-tunnel's configuration (shadowsocks-libev(8)): local connections are forwarded to a destination that the server reaches; a name is
 * resolved by the server. Without `no_delay`: it reads 2 KB at a time, and OpenVPN would receive each part as a separate packet and wake
 * for it (decision 45).
 */
export function shadowsocksFile(
  server: ShadowsocksServer,
  local: { readonly port: number; readonly destination: Endpoint },
): string {
  const { destination } = local;
  const isAddress = isIp(destination.host);
  const to = isAddress ? formatEndpoint(destination) : `${name(destination.host)}:${destination.port}`;
  return JSON.stringify({
    server: host(server.host),
    server_port: port(server.port),
    local_address: '127.0.0.1',
    local_port: port(local.port),
    password: checked(server.password, /^[^\p{Cc}]{1,120}$/u.test(server.password)),
    method: checked(server.method, /^[a-z0-9-]{1,40}$/.test(server.method)),
    tunnel_address: checked(to, port(destination.port) > 0),
    mode: 'tcp_only',
    timeout: 60,
  });
}

/** Arguments of obfs4proxy, passed as user name and password (pt-spec, 3.5). */
export function obfs4Arguments(cert: string): { readonly username: string; readonly password: string } {
  return { username: `cert=${checked(cert, /^[A-Za-z0-9+/]{70}$/.test(cert))}`, password: ';iat-mode=0' };
}

function checked(text: string, fits: boolean): string {
  if (!fits) throw new TypeError('an invalid value');
  return text;
}

/** Timeout in ms for a program to listen. */
const startTimeout = 5_000;

interface ObfuscatorOptions {
  /** The user id of these programs only. */
  readonly uid: number;
  /** PEM: our private CA, current and next. */
  readonly certificateAuthorities: readonly string[];
}

/** Starts the program that an offer needs, under its own user. Rejects if it cannot be started. */
export async function startObfuscator(
  server: ObfuscatedServer,
  { uid, certificateAuthorities }: ObfuscatorOptions,
): Promise<Obfuscator> {
  const files = await createSharedFiles('/run/comet-obfuscator-', uid);
  try {
    const { address, serverName, offer } = server;
    switch (offer.variant) {
      case 'tls': {
        const port = await freePort();
        const caFile = await files.write('ca.pem', certificateAuthorities.join('\n'));
        const file = await files.write(
          'stunnel.conf',
          stunnelFile({ address, port: offer.port, serverName }, { port, caFile }),
        );
        return await listening(startGuarded(uid, ['stunnel', file]), port, uid);
      }
      case 'shadowsocks': {
        if (server.tcpPort === null) throw new Error('the gateway has no OpenVPN server for TCP');
        const { port, method, password } = offer;
        const destination = { host: '127.0.0.1', port: server.tcpPort };
        return await startShadowsocks({ host: address, port, method, password }, destination, files, uid);
      }
      case 'obfs4':
        return await startObfs4({ host: address, port: offer.port, cert: offer.cert }, files, uid);
    }
  } finally {
    // Read once, when the program starts; so it is deleted whether this process ends normally or not.
    await files.remove();
  }
}

/** Starts ss-tunnel, which forwards local connections to a destination that the server reaches. */
async function startShadowsocks(
  server: ShadowsocksServer,
  destination: Endpoint,
  files: SharedFiles,
  uid: number,
): Promise<Obfuscator> {
  const port = await freePort();
  const file = await files.write('ss.json', shadowsocksFile(server, { port, destination }));
  return listening(startGuarded(uid, ['ss-tunnel', '-c', file]), port, uid);
}

/** Starts obfs4proxy, which connects to the server as a SOCKS5 proxy with the server's parameters as the login. */
async function startObfs4(
  server: Endpoint & { readonly cert: string },
  files: SharedFiles,
  uid: number,
): Promise<Obfuscator> {
  const program = startGuarded(uid, ['obfs4proxy'], {
    TOR_PT_MANAGED_TRANSPORT_VER: '1',
    TOR_PT_CLIENT_TRANSPORTS: 'obfs4',
    TOR_PT_STATE_LOCATION: files.folder,
  });
  const port = await methodPort(program);
  return {
    ...program,
    remote: { address: server.host, port: server.port },
    socks: { port, ...obfs4Arguments(server.cert) },
  };
}

/**
 * Starts the program that carries a connection to the API through a Shadowsocks server, or through a bridge; `destination` is what the
 * server connects to. Rejects if it cannot be started.
 */
export async function startApiObfuscator(
  bridge: Bridge,
  destination: Endpoint,
  uid: number,
): Promise<Obfuscator> {
  const files = await createSharedFiles('/run/comet-api-', uid);
  try {
    return bridge.kind === 'obfs4'
      ? await startObfs4(bridge, files, uid)
      : await startShadowsocks(bridge, destination, files, uid);
  } finally {
    await files.remove();
  }
}

async function listening(program: GuardedProcess, port: number, uid: number): Promise<Obfuscator> {
  await started(program, () => listens(port, uid));
  return { ...program, remote: { address: '127.0.0.1', port }, socks: null };
}

/** The port that obfs4proxy has chosen: `CMETHOD obfs4 socks5 127.0.0.1:PORT` (pt-spec, 3.3.3). */
async function methodPort(program: GuardedProcess): Promise<number> {
  const reportedPort = (): number | null => {
    const port = /^CMETHOD obfs4 socks5 127\.0\.0\.1:(\d{1,5})$/m.exec(program.lastOutput())?.[1];
    return port === undefined ? null : Number(port);
  };
  await started(program, () => Promise.resolve(reportedPort() !== null));
  return reportedPort() ?? 0;
}

async function started(program: GuardedProcess, ready: () => Promise<boolean>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the program does not listen')), startTimeout);
  try {
    while (!(await ready()))
      await Promise.race([
        late,
        program.ended.then((how) => Promise.reject(new Error(how))),
        new Promise((resolve) => setTimeout(resolve, 5)),
      ]);
  } catch (error) {
    await program.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
