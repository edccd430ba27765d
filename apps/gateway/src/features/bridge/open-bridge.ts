import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bridgeForwarderPort, formatBridge } from '@comet/admission';
import type { Endpoint } from '@comet/foundation';
import { openStateFolder, stateFile } from '@comet/foundation/state-file';
import { applyNft } from '@comet/linux-network';
import { findProgram } from '../../platform/processes/find-program.ts';
import {
  newObfuscationSecrets,
  obfs4Certificate,
  obfs4Environment,
  obfuscationSecretsFile,
  shadowsocksConfig,
} from '../openvpn/index.ts';
import { bridgeRules } from './bridge-rules.ts';
import { openForwarder } from './forwarder.ts';

interface BridgeSettings {
  readonly controlPlane: Endpoint;
  readonly publicIp: string;
  /** 0 for none. */
  readonly obfs4Port: number;
  readonly shadowsocksPort: number;
  readonly stateDirectory: string;
  readonly user: number;
}

interface Bridge {
  /** Its lines for `comet-ops bridges add`. */
  readonly lines: readonly string[];
  /** Resolves with the reason when a program ends. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

const lowPorts = '-all,+net_bind_service';

/** Starts a bridge: obfs4proxy and ss-server, which contact only the forwarder to the control plane. Rejects if a program is missing. */
export async function openBridge(settings: BridgeSettings): Promise<Bridge> {
  const { controlPlane, publicIp, obfs4Port, shadowsocksPort, stateDirectory, user } = settings;
  await openStateFolder(stateDirectory);
  const saved = stateFile(stateDirectory, 'bridge.json', obfuscationSecretsFile);
  const secrets = (await saved.read()) ?? newObfuscationSecrets();
  await saved.write(secrets);
  const setpriv = await required('setpriv');
  await applyNft(bridgeRules(user, bridgeForwarderPort));
  const forwarder = await openForwarder(bridgeForwarderPort, controlPlane);
  const folder = await mkdtemp('/run/comet-bridge-');
  await chmod(folder, 0o711);
  const lines: string[] = [];
  const ended = Promise.withResolvers<string>();
  const stops: (() => void)[] = [];
  const listenIpv6 = publicIp.includes(':');

  function run(name: string, command: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    const drop = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs'];
    const caps = [`--inh-caps=${lowPorts}`, `--ambient-caps=${lowPorts}`, `--bounding-set=${lowPorts}`];
    const child = spawn(setpriv, [...drop, ...caps, '--', ...command], {
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', ...env },
      // obfs4proxy ends when this end of its standard input is closed.
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.once('error', (error) => ended.resolve(`${name} could not be started: ${error.message}`));
    child.once('exit', (code, signal) => ended.resolve(`${name} ended (${signal ?? `exit code ${code}`})`));
    stops.push(() => void child.kill('SIGKILL'));
  }

  if (obfs4Port !== 0) {
    const stateFolder = join(folder, 'obfs4');
    await mkdir(stateFolder, { mode: 0o700 });
    await chown(stateFolder, user, user);
    const plan = { port: obfs4Port, listenIpv6, tcpPort: bridgeForwarderPort, stateDirectory: stateFolder };
    run('obfs4proxy', [await required('obfs4proxy')], obfs4Environment({ ...plan, keys: secrets.obfs4 }));
    const cert = obfs4Certificate(secrets.obfs4);
    lines.push(formatBridge({ kind: 'obfs4', host: publicIp, port: obfs4Port, cert }));
  }
  if (shadowsocksPort !== 0) {
    const password = secrets.shadowsocksPassword;
    const path = join(folder, 'shadowsocks.json');
    await writeFile(path, shadowsocksConfig({ port: shadowsocksPort, listenIpv6, password }), {
      mode: 0o400,
    });
    await chown(path, user, user);
    run('ss-server', [await required('ss-server'), '-c', path]);
    const server = {
      host: publicIp,
      port: shadowsocksPort,
      method: 'chacha20-ietf-poly1305',
      password,
    } as const;
    lines.push(formatBridge({ kind: 'shadowsocks', ...server }));
  }
  await writeFile(join(stateDirectory, 'bridges.txt'), `${lines.join('\n')}\n`, { mode: 0o600 });
  return {
    lines,
    ended: ended.promise,
    // The rules stay: a program that remained could not reach anything.
    async close() {
      for (const stop of stops) stop();
      forwarder.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function required(name: string): Promise<string> {
  const path = await findProgram(name);
  if (path === null) throw new Error(`${name} is not installed`);
  return path;
}
