import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lab, LabHostName } from '@comet/lab';
import { findWireguardGo, type RunningStack } from '@comet/stack';

/** Gateway, exit and daemon of a release, in the lab of a stack that was started without agents. */
export interface Agents {
  /** Runs the exit's command line. */
  exit(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const API = 'http://api.comet.test';

/** Starts the programs in folder `release` with that release's environment variables, without the gateway's Rust programs. */
export async function startAgents(stack: RunningStack, lab: Lab, release: string): Promise<Agents> {
  const { stateDir, controlPlane } = stack;
  const tunnels = {
    WIREGUARD_IMPLEMENTATION: 'auto',
    WIREGUARD_GO: (await findWireguardGo(console.log)) ?? 'wireguard-go',
  };
  const folder = async (host: LabHostName): Promise<string> => {
    const state = join(stateDir, 'lab', host);
    await mkdir(state, { recursive: true, mode: 0o700 });
    return state;
  };
  const ends: (() => Promise<unknown>)[] = [];
  const start = (
    host: LabHostName,
    program: string,
    args: readonly string[],
    env: Record<string, string>,
  ): void => {
    const argv = [process.execPath, join(release, program), ...args];
    const child: ChildProcess = lab.spawn(host, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(join(stateDir, 'logs', `${program}.log`));
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    ends.unshift(async () => {
      child.kill('SIGTERM');
      await ended;
      log.end();
    });
  };

  const { ipv4, ipv6, uplink } = lab.hosts['gw-nl'];
  start('gw-nl', 'comet-gateway.mjs', [], {
    ...tunnels,
    API_URL: API,
    STATE_DIR: await folder('gw-nl'),
    ENROL_TOKEN: await controlPlane.enrolToken('nl-ams'),
    WG_INTERFACE: `wg-nl-${lab.id}`,
    DOOR_PORT: '443',
    PUBLIC_IPV4: ipv4,
    PUBLIC_IPV6: ipv6,
    UPLINK_INTERFACE: uplink,
    RESOLVER: '203.0.113.53',
  });

  const trust = join(stateDir, 'lab/trust.json');
  await writeFile(trust, await controlPlane.trust(), { mode: 0o600 });
  const state = await folder('client');
  start('client', 'cometd.cjs', [], {
    ...tunnels,
    COMET_API_URL: API,
    // Plaintext is safe here: the lab's network exists on this machine only.
    COMET_API_PLAINTEXT: '1',
    COMET_TRUST: trust,
    COMET_CHECK_URL: 'http://echo.comet.test/json',
    COMET_WHOAMI_NAME: 'whoami.comet.test',
    COMET_UPDATE_DIR: join(state, 'updates'),
    COMET_STATE_DIR: state,
    COMET_RESOLV_CONF: '/etc/resolv.conf',
  });

  const home = {
    ...tunnels,
    COMET_API_URL: API,
    COMET_API_PLAINTEXT: '1',
    COMET_EXIT_STATE_DIR: await folder('exit-us'),
    COMET_EXIT_INTERFACE: `ex-us-${lab.id}`,
  };
  const exit = async (...args: readonly string[]): Promise<string> => {
    const argv = [process.execPath, join(release, 'comet-exit.mjs'), ...args];
    const { code, stdout, stderr } = await lab.exec('exit-us', argv, { env: home, timeoutMs: 60_000 });
    if (code !== 0) throw new Error(`comet-exit ${args[0]} ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  };
  return {
    exit: async (...args) => {
      if (args[0] !== 'serve') return exit(...args);
      start('exit-us', 'comet-exit.mjs', args, home);
      return '';
    },
    async close() {
      for (const end of ends) await end();
    },
  };
}
