import { giveFiles } from '../files/given-files.ts';
import { type Guarded, startGuarded } from '../system/guarded-process.ts';
import { freePort, listens } from '../system/local-ports.ts';
import type { HiddenServer, Obfuscator } from './obfuscator.ts';
import { obfs4Arguments, shadowsocksFile, stunnelFile } from './obfuscator-files.ts';

/** Milliseconds until a program must listen. */
const startTimeout = 5_000;

export interface ObfuscatorOptions {
  /** The user that the programs run as, and nobody else. */
  readonly uid: number;
  /** PEM: our private CA, current and next. */
  readonly certificateAuthorities: readonly string[];
}

/** Starts the program that an offer needs, as a user of its own. Rejects when it cannot be started. */
export async function startObfuscator(
  server: HiddenServer,
  { uid, certificateAuthorities }: ObfuscatorOptions,
): Promise<Obfuscator> {
  const given = await giveFiles('/run/comet-obfuscator-', uid);
  try {
    const { address, serverName, offer } = server;
    switch (offer.variant) {
      case 'tls': {
        const port = await freePort();
        const caFile = await given.write('ca.pem', certificateAuthorities.join('\n'));
        const file = await given.write(
          'stunnel.conf',
          stunnelFile({ address, port: offer.port, serverName }, { port, caFile }),
        );
        return await listening(startGuarded(uid, ['stunnel', file]), port, uid);
      }
      case 'shadowsocks': {
        if (server.tcpPort === null) throw new Error('the gateway has no OpenVPN server for TCP');
        const port = await freePort();
        const file = await given.write(
          'ss.json',
          shadowsocksFile(
            { address, port: offer.port, password: offer.password },
            { port, openvpnPort: server.tcpPort },
          ),
        );
        return await listening(startGuarded(uid, ['ss-tunnel', '-c', file]), port, uid);
      }
      case 'obfs4': {
        const program = startGuarded(uid, ['obfs4proxy'], {
          TOR_PT_MANAGED_TRANSPORT_VER: '1',
          TOR_PT_CLIENT_TRANSPORTS: 'obfs4',
          TOR_PT_STATE_LOCATION: given.folder,
        });
        const port = await methodPort(program);
        const socks = { port, ...obfs4Arguments(offer.cert) };
        return { ...program, remote: { address, port: offer.port }, socks };
      }
    }
  } finally {
    // Read once, when the program starts; so nothing is left of it, however we end.
    await given.remove();
  }
}

async function listening(program: Guarded, port: number, uid: number): Promise<Obfuscator> {
  await started(program, () => listens(port, uid));
  return { ...program, remote: { address: '127.0.0.1', port }, socks: null };
}

/** The port of obfs4proxy's own choice: `CMETHOD obfs4 socks5 127.0.0.1:PORT` (pt-spec, 3.3.3). */
async function methodPort(program: Guarded): Promise<number> {
  const told = (): number | null => {
    const port = /^CMETHOD obfs4 socks5 127\.0\.0\.1:(\d{1,5})$/m.exec(program.said())?.[1];
    return port === undefined ? null : Number(port);
  };
  await started(program, () => Promise.resolve(told() !== null));
  return told() ?? 0;
}

async function started(program: Guarded, ready: () => Promise<boolean>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('does not listen')), startTimeout);
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
