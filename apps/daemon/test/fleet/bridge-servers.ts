import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bridge,
  bridgeForwarderPort,
  formatBridge,
  publishKey,
  readSigner,
  signBridgeText,
} from '@comet/admission';
import { afterAll, beforeAll } from 'vitest';
import { end } from '../end.ts';
import { apiFront } from './addresses.ts';
import { obfs4Cert } from './openvpn-servers.ts';
import type { TestNetwork } from './test-network.ts';

/**
 * Bridges at the far side: unmodified obfs4proxy and ss-server, with the forwarder of `api-front.ts`. The network's daemons trust the key
 * that signs the texts. The Shadowsocks server also reaches the API by its name, as a user's own one does.
 */
export function bridgeServers(network: TestNetwork) {
  const { bridge: host, obfs4Port, shadowsocksPort: port } = apiFront;
  const login = { method: 'chacha20-ietf-poly1305', password: 'a-password-of-the-bridge' } as const;
  const signer = readSigner(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const children: ChildProcess[] = [];
  let cert = '';
  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    children.push(
      spawn('ip', ['netns', 'exec', network.far, ...argv], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      }),
    );

  beforeAll(async () => {
    const trustFile = join(network.folder, 'trust.json');
    const trust = JSON.parse(readFileSync(trustFile, 'utf8')) as { readonly listKeys: readonly object[] };
    writeFileSync(trustFile, JSON.stringify({ ...trust, listKeys: [...trust.listKeys, publishKey(signer)] }));
    const folder = join(network.folder, 'bridge');
    mkdirSync(folder);
    run(['obfs4proxy'], {
      TOR_PT_MANAGED_TRANSPORT_VER: '1',
      TOR_PT_STATE_LOCATION: folder,
      TOR_PT_SERVER_TRANSPORTS: 'obfs4',
      TOR_PT_SERVER_BINDADDR: `obfs4-${host}:${obfs4Port}`,
      TOR_PT_ORPORT: `127.0.0.1:${bridgeForwarderPort}`,
    });
    run(['ss-server', '-s', host, '-p', String(port), '-k', login.password, '-m', login.method]);
    cert = await obfs4Cert(join(folder, 'obfs4_bridgeline.txt'));
  });
  afterAll(async () => {
    for (const child of children) await end(child, 'SIGKILL');
  });

  const server = (): Bridge => ({ kind: 'shadowsocks', host, port, ...login });
  const bridges = {
    obfs4: (): Bridge => ({ kind: 'obfs4', host, port: obfs4Port, cert }),
    shadowsocks: server,
  };
  return {
    /** A signed text with one bridge; `at`: when it was signed, in unix seconds. */
    text: (kind: keyof typeof bridges, at = Math.floor(Date.now() / 1000)): string =>
      signBridgeText(signer, [bridges[kind]()], at) ?? '',
    /** As in the server list. */
    line: (kind: keyof typeof bridges): string => formatBridge(bridges[kind]()),
    /** The Shadowsocks server as a user's own. */
    serverUrl: () => formatBridge(server()),
    password: login.password,
  };
}
