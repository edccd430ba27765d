import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createLab,
  type Lab,
  labPrerequisites,
  startUplink,
  tunnelVision,
  type Uplink,
} from '../src/index.ts';
import { unusedLabId } from './unused-lab-id.ts';

const api = createServer((request, response) => response.end(`control plane ${request.url}`));
let lab: Lab;
let uplink: Uplink;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-lab-'));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const socket = join(folder, 'api.sock');
  uplink = await startUplink({
    socket,
    target: { host: '127.0.0.1', port: (api.address() as AddressInfo).port },
  });
  lab = await createLab({ id: unusedLabId(), stateDir: join(folder, 'state'), apiSocket: socket });
});

afterAll(async () => {
  await lab?.destroy();
  await uplink?.close();
  api.closeAllConnections();
  api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns curl's output on the client. */
async function fetchFrom(url: string, ...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await lab.exec('client', ['curl', '-sS', '-m', '10', ...options, url]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout;
}

test('this machine meets the lab’s prerequisites', async () => {
  expect(await labPrerequisites()).toEqual({ ok: true });
});

describe('the internet from the client', () => {
  test('over IPv4 the client appears as its router, over IPv6 as itself', async () => {
    expect(await fetchFrom(lab.echoUrl.ipv4)).toBe('203.0.113.1\n');
    expect(await fetchFrom(lab.echoUrl.ipv6)).toBe('2001:db8:77::10\n');
    expect(await fetchFrom(lab.echoUrl.name, '-4')).toBe('203.0.113.1\n');
    expect(await fetchFrom(lab.echoUrl.name, '-6')).toBe('2001:db8:77::10\n');
  });

  test('another site answers from its own address', async () => {
    expect(JSON.parse(await fetchFrom(`${lab.otherSiteUrl.ipv4}json`))).toEqual({
      address: '203.0.113.1',
      family: 'ipv4',
      server: '203.0.113.81',
    });
    expect(JSON.parse(await fetchFrom(`${lab.otherSiteUrl.name}json`, '-6'))).toEqual({
      address: '2001:db8:77::10',
      family: 'ipv6',
      server: '2001:db8:0:1::81',
    });
  });

  test('transfers all bytes in both directions', async () => {
    const down = await lab.exec('client', ['sh', '-c', `curl -sS ${lab.echoUrl.ipv4}bytes/3000001 | wc -c`]);
    expect(down.stdout.trim()).toBe('3000001');
    const up = await lab.exec('client', ['curl', '-sS', '--data-binary', '@-', `${lab.echoUrl.ipv6}sink`], {
      input: 'x'.repeat(1_500_000),
    });
    expect(JSON.parse(up.stdout)).toEqual({ bytes: 1_500_000 });
  });

  test('the gateways reach the internet and are reachable by name', async () => {
    const { stdout } = await lab.exec('gw-jp', ['curl', '-sS', '-4', lab.echoUrl.name]);
    expect(stdout).toBe('203.0.113.102\n');
    for (const family of ['-4', '-6']) {
      const ping = ['ping', family, '-c1', '-W5', 'gw-nl.comet.test'];
      expect(await lab.exec('client', ping)).toMatchObject({ code: 0 });
    }
  });

  test('the control plane is reachable through the unix socket', async () => {
    expect(await fetchFrom('http://api.comet.test/healthz')).toBe('control plane /healthz');
    expect(await fetchFrom('http://[2001:db8:0:1::10]/x')).toBe('control plane /x');
  });

  test('one exit is connected directly, the other is behind NAT without IPv6', async () => {
    const seen = async (host: 'exit-us' | 'exit-de', url: string) =>
      (await lab.exec(host, ['curl', '-sS', '-m', '5', url])).stdout.trim();
    expect(await seen('exit-us', lab.echoUrl.ipv4)).toBe(lab.hosts['exit-us'].ipv4);
    expect(await seen('exit-us', lab.echoUrl.ipv6)).toBe(lab.hosts['exit-us'].ipv6);
    expect(await seen('exit-de', lab.echoUrl.ipv4)).toBe(lab.hosts['router-de'].ipv4);
    expect(await seen('exit-de', lab.echoUrl.ipv6)).toBe('');
  });

  test('the machine’s loopback and addresses are unreachable', async () => {
    const port = (api.address() as AddressInfo).port;
    const { code } = await lab.exec('client', ['curl', '-sS', '-m', '5', `http://127.0.0.1:${port}/`]);
    expect(code).not.toBe(0);
    const { stdout } = await lab.exec('inet', ['ip', '-o', 'link']);
    const links = [...stdout.matchAll(/^\d+: ([^:@]+)/gm)].map((match) => match[1]);
    expect(new Set(links)).toEqual(
      new Set(['lo', 'to-exit-us', 'to-gw-jp', 'to-gw-nl', 'to-router', 'to-router-de', 'wan']),
    );
  });
});

describe('the resolvers', () => {
  test('the LAN resolver logs the client’s queries with their source', async () => {
    await fetchFrom(lab.echoUrl.name, '-4');
    expect(await lab.dnsQueries()).toContainEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      from: '192.168.77.10',
      name: 'echo.comet.test',
      type: 'A',
      transport: 'udp',
      server: '192.168.77.1',
    });
  });

  test.each([
    ['192.168.77.1', '192.168.77.10'],
    ['2001:db8:77::1', '2001:db8:77::10'],
    ['203.0.113.53', '203.0.113.1'],
    ['2001:db8:0:1::53', '2001:db8:77::10'],
  ])('%s responds over UDP and TCP, sees %s, and logs both', async (server, from) => {
    for (const transport of ['udp', 'tcp'] as const) {
      const way = transport === 'tcp' ? '+tcp' : '+notcp';
      const dig = ['dig', '+short', way, `@${server}`, 'whoami.comet.test', 'TXT'];
      expect(await lab.exec('client', dig)).toMatchObject({ code: 0, stdout: `"${from}"\n` });
      const query = { from, name: 'whoami.comet.test', type: 'TXT', transport, server };
      expect(await lab.dnsQueries()).toContainEqual(expect.objectContaining(query));
    }
  });

  test('names outside comet.test do not exist', async () => {
    expect((await lab.exec('client', ['dig', 'example.com'])).stdout).toContain('status: NXDOMAIN');
  });
});

describe('captures', () => {
  test('the result has every packet that passed before stop, regardless of tcpdump’s delay', async () => {
    const capture = await lab.capture('client', lab.hosts.client.uplink, 'icmp');
    await lab.exec('client', ['ping', '-q', '-f', '-c300', '-W5', '203.0.113.80']);
    const packets = await capture.stop();
    const requests = packets.filter((packet) =>
      packet.includes('192.168.77.10 > 203.0.113.80: ICMP echo request'),
    );
    expect(requests).toHaveLength(300);
    expect(packets).toHaveLength(600);
  });

  test('excludes packets by the filter', async () => {
    const capture = await lab.capture('router', 'wan', 'udp port 51820');
    await fetchFrom(lab.echoUrl.ipv4);
    expect(await capture.stop()).toEqual([]);
  });

  test('an invalid filter or interface is an error with tcpdump’s message', async () => {
    await expect(lab.capture('client', 'eth0', 'not a filter')).rejects.toThrow(/syntax error|can't parse/);
    await expect(lab.capture('client', 'eth9', 'icmp')).rejects.toThrow(/eth9/);
  });
});

describe('TunnelVision', () => {
  const routeTo = async (address: string) =>
    (await lab.exec('client', ['ip', 'route', 'get', address])).stdout;

  test('redirects traffic from a less specific route to the LAN until it is undone', async () => {
    const routes = (...lines: string[]) =>
      lab.exec('client', ['ip', '-batch', '-'], { input: `${lines.join('\n')}\n` });
    // A tunnel that relies on the main table: a default route with a lower metric than the network's.
    const raised = await routes(
      'tuntap add dev tunnel mode tun',
      'link set tunnel up',
      'route add default via 192.168.77.1 metric 100',
      'route delete default metric 0',
      'route add default dev tunnel metric 50',
    );
    expect(raised).toMatchObject({ code: 0 });
    try {
      expect(await routeTo('203.0.113.80')).toContain('dev tunnel');
      const attack = await tunnelVision(lab);
      for (const address of ['203.0.113.80', '8.8.8.8']) {
        expect(await routeTo(address)).toContain('via 192.168.77.1 dev eth0');
      }
      const six = (await lab.exec('client', ['ip', '-6', 'route'])).stdout;
      for (const half of ['::/1', '8000::/1'])
        expect(six).toMatch(new RegExp(`^${half} via .* dev eth0`, 'm'));
      const capture = await lab.capture('router', 'wan', 'host 203.0.113.80');
      expect(await fetchFrom(lab.echoUrl.ipv4)).toBe('203.0.113.1\n');
      expect((await capture.stop()).length).toBeGreaterThan(0);
      await attack.undo();
      await attack.undo();
      expect(await routeTo('203.0.113.80')).toContain('dev tunnel');
    } finally {
      await routes('link delete tunnel', 'route replace default via 192.168.77.1');
    }
    expect(await fetchFrom(lab.echoUrl.ipv4)).toBe('203.0.113.1\n');
    expect((await lab.exec('client', ['ip', 'route'])).stdout).not.toContain('/1');
  });
});

describe('commands', () => {
  test('a failing command is a result; one that exceeds its time limit is killed with its children', async () => {
    expect(await lab.exec('client', ['sh', '-c', 'echo no >&2; exit 3'])).toEqual({
      code: 3,
      stdout: '',
      stderr: 'no\n',
    });
    const slow = await lab.exec('client', ['sh', '-c', 'sleep 7654 & sleep 7654'], { timeoutMs: 200 });
    expect(slow.code).toBeNull();
    const { stdout } = await lab.exec('client', ['sh', '-c', 'ip netns identify $$']);
    expect(stdout.trim()).toBe(lab.hosts.client.namespace);
  });

  test("each host's resolv.conf names its resolver, and the machine's own is untouched", async () => {
    const read = async (host: 'client' | 'gw-nl') =>
      (await lab.exec(host, ['cat', '/etc/resolv.conf'])).stdout;
    expect(await read('client')).toBe('nameserver 192.168.77.1\n');
    expect(await read('gw-nl')).toBe('nameserver 203.0.113.53\n');
    expect(existsSync(`/etc/netns/${lab.hosts.client.namespace}/resolv.conf`)).toBe(true);
  });
});
