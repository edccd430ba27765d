import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { addresses, apiFront } from './addresses.ts';
import { end } from '../end.ts';
import type { TestNetwork } from './test-network.ts';

function must(command: string, ...args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/** The client's resolver, for `watch`. */
export const resolverEndpoint = `udp ${addresses.far} . 53`;

/** A network whose API is reached over TLS by its name, with all ways to it, in addition to an open test network. */
export function apiFrontNetwork(network: TestNetwork) {
  const settings = join('/etc/netns', network.client);
  const farSettings = join('/etc/netns', network.far);
  let front: ChildProcess | null = null;
  let output = '';

  function issue(name: string, subject: string): void {
    const path = (ending: string): string => join(network.folder, `${name}.${ending}`);
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    must('openssl', 'req', ...key, '-subj', `/CN=${name}`, '-keyout', path('key'), '-out', path('csr'));
    writeFileSync(path('ext'), `subjectAltName=${subject}\n`);
    const ca = ['-CA', join(network.folder, 'ca.pem'), '-CAkey', join(network.folder, 'ca.key')];
    const files = ['-in', path('csr'), '-extfile', path('ext'), '-out', path('pem')];
    must('openssl', 'x509', '-req', ...files, ...ca, '-CAcreateserial', '-days', '2');
  }

  beforeAll(async () => {
    for (const address of [apiFront.api, apiFront.resolver, apiFront.proxy, apiFront.bridge, apiFront.liar])
      must('ip', '-n', network.far, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    issue('api', `DNS:${apiFront.host}`);
    issue('liar', 'DNS:other.example');
    issue('resolver', `IP:${apiFront.resolver}`);
    // The user's own Shadowsocks server resolves the API's name.
    mkdirSync(farSettings, { recursive: true });
    writeFileSync(join(farSettings, 'hosts'), `127.0.0.1 localhost\n${apiFront.api} ${apiFront.host}\n`);
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'resolv.conf'), `nameserver ${addresses.far}\n`);
    resolve(apiFront.api);
    const script = join(import.meta.dirname, 'api-front.ts');
    const argv = ['netns', 'exec', network.far, process.execPath, script, network.folder];
    front = spawn('ip', argv, { stdio: ['ignore', 'pipe', 'inherit'] });
    front.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    if (front.stdout !== null) await once(front.stdout, 'data');
  });
  afterAll(async () => {
    if (front !== null) await end(front, 'SIGTERM');
    for (const folder of [settings, farSettings]) rmSync(folder, { recursive: true, force: true });
  });

  /** Sets the address to which the client's resolver leads; null while no resolver responds. */
  function resolve(address: string | null): void {
    const entry = address === null ? '' : `${address} ${apiFront.host}\n`;
    writeFileSync(join(settings, 'hosts'), `127.0.0.1 localhost\n${entry}`);
  }

  const inFar = (...argv: readonly string[]) => must('ip', 'netns', 'exec', network.far, ...argv);
  const inClient = (...argv: readonly string[]) => must('ip', 'netns', 'exec', network.client, ...argv);

  return {
    resolve,
    /** Drops the client's packets to these addresses. */
    drop(...dropped: readonly string[]): void {
      inFar('nft', 'add table inet censor; delete table inet censor');
      if (dropped.length === 0) return;
      const rule = `iifname eth0 ip daddr { ${dropped.join()} } drop`;
      const chains = ['input', 'forward'].map(
        (hook) => `chain ${hook} { type filter hook ${hook} priority 0; ${rule}; }`,
      );
      inFar('nft', `table inet censor {\n${chains.join('\n')}\n}`);
    },
    /**
     * Counts the client's packets to other destinations than these endpoints, before our firewall sees them leave: `address . port` for TCP,
     * `udp address . port` for UDP.
     */
    watch(...allowed: readonly string[]): void {
      inClient('nft', 'add table inet watch; delete table inet watch');
      const hook = 'type filter hook postrouting priority 300';
      const usual = 'oifname lo accept; meta l4proto ipv6-icmp accept; meta l4proto igmp accept';
      const elements = allowed.map((one) =>
        (one.startsWith('udp ') ? one : `tcp ${one}`).replace(' ', ' . '),
      );
      const rule = `meta l4proto . ip daddr . th dport { ${elements.join()} } accept; counter`;
      inClient('nft', `table inet watch {\nchain out {\n${hook}; ${usual}; ${rule};\n}\n}`);
    },
    /** The packets that `watch` counted. */
    others: () =>
      Number(/counter packets (\d+)/.exec(inClient('nft', 'list table inet watch'))?.[1] ?? Number.NaN),
    /** Whether a request reached the server with another host's certificate. */
    hasLied: () => output.includes('lied'),
    /** Environment of a daemon that reaches the API by its name, over TLS. */
    environment: (part: Readonly<Record<string, string>> = {}) => ({
      COMET_API_URL: `https://${apiFront.host}:${apiFront.port}`,
      COMET_API_PLAINTEXT: '',
      NODE_EXTRA_CA_CERTS: join(network.folder, 'ca.pem'),
      COMET_DOH_RESOLVERS: 'none',
      ...part,
    }),
  };
}
