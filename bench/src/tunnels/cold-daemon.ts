import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle } from '@comet/stack';
import { execOrThrow } from './manual-wireguard.ts';
import type { SignedInClient } from '../services.ts';

/** A second daemon, signed in as the same customer, that runs only during a measurement. */
export interface ColdDaemon {
  readonly env: Readonly<Record<string, string>>;
  /** Command that starts the daemon and connects: `comet` waits for a starting daemon. */
  readonly connect: readonly string[];
  /** Disconnects and ends the daemon. */
  stop(): Promise<void>;
}

/**
 * Bundles the daemon as shipped and runs it once, until `restMs` after a connection, so that it has its account, the gateway list and
 * tickets.
 */
export async function coldDaemon(
  client: SignedInClient,
  folder: string,
  restMs: number,
): Promise<ColdDaemon> {
  const { lab, customer, location } = client;
  const program = join(folder, 'cometd.cjs');
  await bundle(join(import.meta.dirname, '../../../apps/daemon/src/main.ts'), program);
  await mkdir(join(folder, 'state'), { mode: 0o700 });
  const socket = join(folder, 'cometd.sock');
  const env = {
    WIREGUARD_GO: client.wireguardGo,
    COMET_API_URL: 'http://api.comet.test',
    COMET_API_PLAINTEXT: '1',
    COMET_TRUST: join(client.stateDir, 'lab', 'trust.json'),
    COMET_STATE_DIR: join(folder, 'state'),
    COMET_SOCKET: socket,
    // All labs of a machine share the folder of wireguard-go's sockets.
    COMET_INTERFACE: `cold${process.pid}`,
    // Node's compile cache, which a daemon installed by deploy/systemd uses from its second start.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '65536',
    MALLOC_TRIM_THRESHOLD_: '65536',
    MALLOC_TOP_PAD_: '16384',
    // A service has no NODE_EXTRA_CA_CERTS. The bench's environment may, and Node reads the file at each start.
    NODE_EXTRA_CA_CERTS: '',
  };
  const pid = join(folder, 'cometd.pid');
  // Same settings as deploy/packages/comet/cometd.
  const start = `${process.execPath} --max-semi-space-size=1 ${program} >${folder}/cometd.log 2>&1 & echo $! >${pid}`;
  const stop = async () => {
    await execOrThrow(lab, 'client', ['comet', 'disconnect'], env);
    await execOrThrow(lab, 'client', [
      'sh',
      '-c',
      `kill $(cat ${pid}); while kill -0 $(cat ${pid}); do sleep 0.02; done 2>/dev/null`,
    ]);
  };
  const waitForSocket = `until [ -S ${socket} ]; do sleep 0.02; done`;
  const run = () => execOrThrow(lab, 'client', ['sh', '-c', `(${start}; ${waitForSocket})`], env);
  await run();
  const login = await lab.exec('client', ['comet', 'login', '--email', customer.email], {
    env,
    input: `${customer.password}\n`,
  });
  if (login.code !== 0) throw new Error(`comet login ended with ${login.code}: ${login.stderr}`);
  await execOrThrow(lab, 'client', ['comet', 'connect', location], env);
  await execOrThrow(lab, 'client', ['comet', 'disconnect'], env);
  await sleep(restMs);
  await stop();
  // A start is measured with a saved session: on a busy machine preparing one can take longer than `restMs`.
  const saved = join(folder, 'state', 'saved-sessions.json');
  for (let tries = 1; restMs > 0 && !existsSync(saved); tries += 1) {
    if (tries > 10) throw new Error('The daemon has not prepared a session');
    await run();
    await sleep(restMs);
    await stop();
  }
  return { env, connect: ['sh', '-c', `${start}; exec comet connect ${location}`], stop };
}
