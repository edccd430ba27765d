import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { internet } from '@comet/lab';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createAuthority } from '../nats-feed/certificates.ts';
import { startContainer } from './container.ts';
import { debianRoot } from './debian-root.ts';
import { type InstalledService, textOf } from './installed-service.ts';
import { exposureOf, type installedClient } from './installed-client.ts';

interface Machines {
  readonly service: InstalledService;
  readonly user: ReturnType<typeof installedClient>;
}

const API = 'api.comet.test';
const UNIT = 'comet-bridge.service';
/** What the unit's restrictions leave, by systemd-analyze(1). */
const MAX_EXPOSURE = 3.4;

/** TLS in front of the lab's API, at its address: bridges carry nothing else. */
const front = (certificate: string, key: string): string => `
const { readFileSync } = require('node:fs');
const { connect } = require('node:net');
const options = { cert: readFileSync('${certificate}'), key: readFileSync('${key}') };
require('node:tls').createServer(options, (client) => {
  const api = connect(80, '${internet.api.ipv4}');
  for (const one of [client, api]) one.on('error', () => { client.destroy(); api.destroy(); });
  client.pipe(api).pipe(client);
}).listen(443, '${internet.api.ipv4}');`;

/** The unit comet-bridge.service as shipped, on a machine of its own, and the installed client where the network blocks the API. */
export function testBridgeUnit(machines: () => Machines): void {
  test('the unit of a bridge starts, and the client reaches a blocked API through it', async () => {
    const { service, user } = machines();
    const { client, lab, stack } = service;
    const folder = await mkdtemp(join(tmpdir(), 'comet-bridge-unit-'));
    await chmod(folder, 0o755);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const authority = await createAuthority(folder);
    const { certificate, key } = await authority.issue(API);
    const script = join(folder, 'front.cjs');
    await writeFile(script, front(certificate, key));
    const server = lab.spawn('inet', [process.execPath, script], { stdio: 'ignore' });
    onTestFinished(() => void server.kill());

    const { namespace, ipv4 } = lab.hosts['gw-jp'];
    const packages = inject('packages');
    const root = await debianRoot('tunnels');
    const bridge = await startContainer({ name: namespace, root, namespace, folders: [packages] });
    onTestFinished(() => bridge.close());
    await bridge.output('dpkg', '--force-unsafe-io', '--install', service.packages['comet-gateway'].deb);
    expect((await bridge.run(['systemctl', 'is-active', UNIT])).stdout.trim()).toBe('inactive');
    const settings = { API_URL: `https://${internet.api.ipv4}`, PUBLIC_IP: ipv4 };
    await bridge.write('/etc/comet-bridge/environment', textOf(settings));
    await bridge.output('systemctl', 'start', UNIT);
    const lines = () => bridge.run(['cat', '/var/lib/comet-bridge/bridges.txt']);
    await expect.poll(async () => (await lines()).stdout).toMatch(/^obfs4.*\n.*ss/s);
    expect(await exposureOf(bridge, UNIT)).toBeLessThanOrEqual(MAX_EXPOSURE);

    const { operate } = stack.controlPlane;
    const file = join(folder, 'bridges.txt');
    await writeFile(file, (await lines()).stdout);
    await operate('bridges', 'add', file);
    const bridgeText = (await operate('bridges', 'text')).trim();

    const environment = '/etc/comet/environment';
    const before = await client.output('cat', environment);
    const useApi = (method: string) => async () =>
      (await client.run(['comet', 'api', 'use', method])).code === 0;
    const reachesApi = async () => (await client.run(['comet', 'devices'])).code === 0;
    const restartWith = async (text: string) => {
      await client.write(environment, text);
      await client.output('systemctl', 'restart', 'cometd.service');
      await expect.poll(useApi('direct'), { timeout: 30_000 }).toBe(true);
    };
    onTestFinished(async () => {
      await lab.exec('router', ['nft', 'delete', 'table', 'ip', 'censor']);
      await restartWith(before);
      await user.comet('api', 'use', 'automatic');
    });
    await user.comet('disconnect');
    await client.write('/etc/comet/ca.pem', await readFile(authority.certificate, 'utf8'));
    const changed = { COMET_API_URL: `https://${API}`, NODE_EXTRA_CA_CERTS: '/etc/comet/ca.pem' };
    await restartWith(`${before}${textOf(changed)}`);
    await expect.poll(reachesApi, { timeout: 30_000 }).toBe(true);
    // The control: the network blocks the API.
    const censor = `table ip censor { chain forward { type filter hook forward priority 0; ip daddr ${internet.api.ipv4} drop; }; }`;
    expect(await lab.exec('router', ['nft', censor])).toMatchObject({ code: 0 });
    expect(await reachesApi()).toBe(false);
    await user.comet('api', 'add', bridgeText);
    await user.comet('api', 'use', 'bridge');
    await expect.poll(reachesApi, { timeout: 30_000 }).toBe(true);
    expect(JSON.parse(await user.comet('api', 'status', '--json'))).toMatchObject({ working: 'bridge' });
    // The control: without the unit the API is blocked again.
    await bridge.output('systemctl', 'stop', UNIT);
    expect(await reachesApi()).toBe(false);
  });
}
