import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { readClientState, comet, egressAddress, signIn } from '../support/client-host.ts';
import { type Customer, newCustomerWithPlan } from '../support/customer.ts';
import { agent, isReplaced, pidsOn, signal } from '../leaks/processes.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';

const lab = runningLab();

test.describe.configure({ mode: 'serial' });

let customer: Customer;

test.beforeAll(async () => {
  customer = await newCustomerWithPlan(runningStack());
  await signIn(lab, customer);
  await comet(lab, 'connect', 'nl-ams');
});

test.afterAll(async () => {
  await comet(lab, 'disconnect');
});

/** Queries the client's configured resolver. */
async function resolve(name: string, ...options: readonly string[]): Promise<string> {
  const queries = await lab.exec('client', ['dig', '+short', '+tries=1', '+time=10', ...options, name, 'A']);
  return queries.stdout.trim();
}

test.describe('DNS', () => {
  test.afterAll(() => comet(lab, 'set', 'dns', 'default'));

  test("a block list blocks its names over UDP and TCP, and the gateway's resolver resolves the others", async () => {
    expect(await resolve('other.comet.test')).toBe('203.0.113.81');
    expect(await comet(lab, 'set', 'block', 'ads')).toContain('Blocking domains on these lists: ads.');
    for (const transport of ['+notcp', '+tcp']) {
      expect(await resolve('other.comet.test', transport)).toBe('');
      expect(await resolve('www.other.comet.test', transport)).toBe('');
      expect(await resolve('echo.comet.test', transport)).toBe('203.0.113.80');
      expect(await resolve('router.comet.test', transport)).toBe('203.0.113.1');
    }
    await comet(lab, 'set', 'block', 'ads', 'trackers');
    expect(await resolve('router.comet.test')).toBe('');
    await comet(lab, 'set', 'block', 'none');
    expect(await resolve('other.comet.test')).toBe('203.0.113.81');
  });

  test('only custom resolvers are queried, through the tunnel', async () => {
    await comet(lab, 'set', 'dns', '203.0.113.53');
    const before = (await lab.dnsQueries()).length;
    expect(await resolve('echo.comet.test')).toBe('203.0.113.80');
    const queries = (await lab.dnsQueries()).slice(before).filter(({ name }) => name === 'echo.comet.test');
    expect(queries.map(({ from, server }) => ({ from, server }))).toEqual([
      { from: lab.hosts['gw-nl'].ipv4, server: '203.0.113.53' },
    ]);
    expect(await resolve('echo.comet.test', '@100.64.0.1', '+time=2')).not.toContain('203.0.113.80');
  });

  test('over OpenVPN too: block lists, custom resolvers, and a report of missing lists', async () => {
    await comet(lab, 'disconnect');
    await comet(lab, 'set', 'protocol', 'openvpn');
    await comet(lab, 'set', 'block', 'ads');
    const offered = await comet(lab, 'locations');
    expect(offered).toMatch(/^jp-tyo .*no ads list/m);
    expect(offered).not.toMatch(/^nl-ams .*no ads list/m);
    await comet(lab, 'connect', 'nl-ams');
    for (const transport of ['+notcp', '+tcp']) {
      expect(await resolve('www.other.comet.test', transport)).toBe('');
      expect(await resolve('echo.comet.test', transport)).toBe('203.0.113.80');
    }
    expect(await comet(lab, 'status')).toContain('Blocking domains on these lists: ads.');
    await comet(lab, 'set', 'dns', '203.0.113.53');
    const before = (await lab.dnsQueries()).length;
    expect(await resolve('echo.comet.test')).toBe('203.0.113.80');
    const queries = (await lab.dnsQueries()).slice(before).filter(({ name }) => name === 'echo.comet.test');
    expect(queries.map(({ from, server }) => ({ from, server }))).toEqual([
      { from: lab.hosts['gw-nl'].ipv4, server: '203.0.113.53' },
    ]);
    await comet(lab, 'set', 'protocol', 'automatic');
    await comet(lab, 'set', 'block', 'ads');
    await comet(lab, 'connect', 'jp-tyo');
    expect(await comet(lab, 'status')).toContain('NOT blocked: this server doesn’t have the list ads.');
    expect(await resolve('other.comet.test')).toBe('203.0.113.81');
    await comet(lab, 'set', 'block', 'none');
    await comet(lab, 'connect', 'nl-ams');
  });

  test('rejects a resolver of the local network, which would see every query outside the tunnel', async () => {
    await expect(comet(lab, 'set', 'dns', '192.168.77.1')).rejects.toThrow('a public IP address');
  });

  test('the DNS filter runs as nobody', async () => {
    const { stdout } = await lab.exec('gw-nl', ['ip', 'netns', 'pids', lab.hosts['gw-nl'].namespace]);
    const owners = await lab.exec('gw-nl', [
      'ps',
      '-o',
      'user=,args=',
      '-p',
      stdout.trim().split('\n').join(),
    ]);
    const line = owners.stdout.split('\n').find((one) => one.includes('/comet-dns-filter'));
    expect(line).toMatch(/^nobody\s/);
  });
});

test.describe('check and report', () => {
  test('comet check distinguishes protected from unprotected, and reports a leak', async () => {
    await comet(lab, 'disconnect');
    const before = await comet(lab, 'check');
    expect(before).toContain('Not connected');
    expect(before).toContain(`IPv4: seen as ${lab.hosts.router.ipv4}`);
    await comet(lab, 'connect', 'nl-ams');
    const through = await comet(lab, 'check');
    expect(through).toContain('Protected');
    for (const address of [lab.hosts['gw-nl'].ipv4, lab.hosts['gw-nl'].ipv6])
      expect(through).toContain(`seen as ${address}`);
    expect(through).toContain(`DNS servers: ${lab.hosts['gw-nl'].ipv4}`);
    // Control: reports traffic that is deliberately outside the tunnel.
    await comet(lab, 'split', 'exclude');
    await comet(lab, 'split', 'add-network', '203.0.113.80/32');
    const { code, stdout } = await lab.exec('client', ['comet', 'check'], { timeoutMs: 20_000 });
    expect([code, stdout]).toEqual([1, expect.stringContaining('IPv4 leaks outside the tunnel')]);
    await comet(lab, 'split', 'remove-network', '203.0.113.80/32');
    await comet(lab, 'split', 'off');
  });

  test('comet report contains nothing that identifies the user or the machine, and no key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'comet-report-'));
    try {
      const file = join(folder, 'report.tar.gz');
      await comet(lab, 'report', file);
      // An existing file is not overwritten.
      await expect(comet(lab, 'report', file)).rejects.toThrow('Couldn’t write the report');
      const whole = gunzipSync(readFileSync(file)).toString('utf8');
      expect(whole).toContain('chain output');
      expect(whole).toContain('"state": "connected"');
      const { account, key, standbyTickets, appIdentifier } = readClientState();
      const secrets = [
        customer.email,
        account.accessToken,
        account.deviceId,
        key.privateKey,
        key.publicKey,
        appIdentifier,
        ...standbyTickets.map(({ ticket }) => ticket),
        lab.hosts.client.ipv4,
        lab.hosts.client.ipv6,
        lab.hosts.router.ipv4,
      ];
      for (const secret of secrets) expect(whole).not.toContain(secret);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test.describe('keys', () => {
  // On a busy machine the automatic choice may be OpenVPN, which has no such keys.
  test.beforeAll(() => comet(lab, 'set', 'protocol', 'wireguard'));
  test.afterAll(async () => {
    await comet(lab, 'set', 'protocol', 'automatic');
    await comet(lab, 'set', 'post-quantum', 'on');
  });

  test('a tunnel gets a post-quantum PSK by ML-KEM-768 without breaking a connection, and works with it', async () => {
    await comet(lab, 'disconnect');
    await comet(lab, 'connect', 'nl-ams');
    // Starts before the new key and lasts for several handshakes.
    const download = lab.exec('client', [
      'curl',
      '-sS',
      '--limit-rate',
      '20M',
      '-o',
      '/dev/null',
      '-w',
      '%{size_download}',
      `${lab.echoUrl.ipv4}bytes/60000000`,
    ]);
    await expect.poll(() => comet(lab, 'status')).toContain('Quantum-resistant encryption is on');
    expect(await download).toMatchObject({ code: 0, stdout: '60000000' });
    const keys = await presharedKeys('client');
    expect(keys).toEqual([expect.stringMatching(/^[\w+/]{43}=$/)]);
    expect(await presharedKeys('gw-nl')).toEqual(keys);
    expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
  });

  test('a restarted agent keeps the tunnel, its connections and its keys', async () => {
    const keys = await presharedKeys('client');
    const agents = await pidsOn(lab, 'gw-nl', agent);
    const download = lab.exec('client', [
      ...['curl', '-sS', '--limit-rate', '10M', '-o', '/dev/null', '-w', '%{size_download}'],
      `${lab.echoUrl.ipv4}bytes/30000000`,
    ]);
    signal(agents, 'SIGUSR2');
    expect(await download).toMatchObject({ code: 0, stdout: '30000000' });
    await expect.poll(() => isReplaced(lab, 'gw-nl', agents)).toBe(true);
    expect(await comet(lab, 'status')).toContain('Quantum-resistant encryption is on');
    expect([await presharedKeys('client'), await presharedKeys('gw-nl')]).toEqual([keys, keys]);
    expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
  });

  test('can be disabled, and a new session does not use the old key', async () => {
    await comet(lab, 'set', 'post-quantum', 'off');
    await comet(lab, 'disconnect');
    await comet(lab, 'connect', 'nl-ams');
    expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
    expect(await presharedKeys('client')).toEqual(['(none)']);
    expect(await presharedKeys('gw-nl')).toEqual(['(none)']);
  });
});

test.describe('two gateways', () => {
  test('enters at one and exits at the other: each sees one end, and nothing bypasses them', async () => {
    const entry = lab.hosts['gw-jp'].ipv4;
    const exit = lab.hosts['gw-nl'].ipv4;
    await comet(lab, 'disconnect');
    // A connection to the exit's admission endpoint from before the tunnel may still be open; tunnel packets to it are not allowed.
    const toExit = await lab.capture('client', lab.hosts.client.uplink, `udp and dst host ${exit}`);
    const atExit = await lab.capture('gw-nl', lab.hosts['gw-nl'].uplink, 'udp dst port 51820');
    const atAdmissionEndpoint = await lab.capture(
      'gw-nl',
      lab.hosts['gw-nl'].uplink,
      `tcp dst port 443 and src host ${entry}`,
    );
    expect(await comet(lab, 'connect', 'nl-ams', '--via', 'jp-tyo')).toContain('Amsterdam');
    expect(await comet(lab, 'status')).toContain('Entry: Tokyo');
    expect(await egressAddress(lab)).toBe(exit);
    expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(lab.hosts['gw-nl'].ipv6);
    expect(await resolve('echo.comet.test')).toBe('203.0.113.80');
    // Packets of every size pass.
    const { stdout } = await lab.exec('client', [
      'curl',
      '-sS',
      '-o',
      '/dev/null',
      '-w',
      '%{size_download}',
      `${lab.echoUrl.ipv4}bytes/20000000`,
    ]);
    expect(stdout).toBe('20000000');
    expect(await toExit.stop()).toEqual([]);
    const capture = await atExit.stop();
    expect(capture.length).toBeGreaterThan(0);
    expect(capture.filter((packet) => !packet.includes(`${entry}.`))).toEqual([]);
    expect((await atAdmissionEndpoint.stop()).length).toBeGreaterThan(0);
    // Changed settings apply to the established tunnel.
    await comet(lab, 'set', 'block', 'ads');
    expect(await resolve('other.comet.test')).toBe('');
    await comet(lab, 'set', 'block', 'none');
    expect(await egressAddress(lab)).toBe(exit);
  });

  test('the same location is reached directly again without multihop', async () => {
    await comet(lab, 'connect', 'nl-ams');
    expect(await comet(lab, 'status')).not.toContain('Entry:');
    expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
    await comet(lab, 'disconnect');
    expect((await lab.exec('client', ['ip', 'rule', 'show'])).stdout).not.toContain('51871');
  });
});

/** Returns the preshared keys of a host's peers from its data plane. The sockets of all hosts of the lab are in one folder. */
async function presharedKeys(host: 'client' | 'gw-nl'): Promise<readonly string[]> {
  const link = host === 'client' ? `comet-${lab.id}` : `wg-nl-${lab.id}`;
  const { stdout, stderr } = await lab.exec(host, ['wg', 'show', link, 'preshared-keys']);
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t').at(-1) ?? '');
}
