import { readFileSync } from 'node:fs';
import { transportProgram } from '@comet/testing';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addresses, agentPlaces } from './fleet/addresses.ts';
import { gatewayAgent, namespaceOf } from './fleet/relay/gateway-agent.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';
import { seenWhile } from './traffic.ts';

/** Two gateways with their complete agents: the entry offers all transports, the exit only WireGuard itself. */
const network = bareTestNetwork();
const { entry, exit } = agentPlaces;
const api = { API_URL: `http://${addresses.far}:${addresses.apiPort}` };
gatewayAgent(network, entry, {
  env: () => ({
    ...api,
    // The far side takes the first bytes of QUIC for WireGuard's at its own ports.
    WG_TRANSPORTS: 'tcp:443,quic:4500,scrambled:443,cover:443,shadowsocks:8389',
    TRANSPORT_PROGRAM: transportProgram,
  }),
});
gatewayAgent(network, exit, { env: () => api });

/** The length of every datagram of cover traffic. */
const constantLength = 1_427;
/** IPv6's minimum: what the second tunnel carries where the packets of the first are limited. */
const innerMtu = 1_280;

beforeAll(async () => {
  await network.startDaemon();
  await network.logIn();
  // Otherwise a capture shows several datagrams of one system call as one.
  for (const namespace of [network.client, network.far])
    await network.ip(`-n ${namespace} link set dev eth0 gso_max_segs 1`);
});

afterEach(async () => {
  await network.comet('disconnect');
  for (const setting of ['cover-traffic', 'metered', 'wireguard-over'])
    await network.comet('set', setting, setting === 'cover-traffic' ? 'off' : 'automatic');
});

const details = async () => JSON.parse((await network.comet('status', '--details', '--json')).stdout).details;
const throughBoth = () => network.comet('connect', exit.location.code, '--via', entry.location.code);

async function connect(): Promise<void> {
  const { code, stderr } = await throughBoth();
  expect(code, `${stderr}${network.daemonLog}`).toBe(0);
}

async function connectOver(over: string): Promise<void> {
  await connect();
  expect(await network.seenAs(), network.daemonLog).toBe(exit.address);
  expect(await network.seenAs(addresses.echo6)).toBe(exit.address6);
  expect(await details()).toMatchObject({
    transport: { protocol: 'wireguard', over },
    entry: { place: { location: entry.location.code } },
  });
}

async function connectWithCover(): Promise<void> {
  await network.comet('set', 'cover-traffic', 'on');
  await connectOver('cover');
}

/** Captures packets of a link for some seconds, while `meanwhile` runs: one line each. */
async function captured(
  filter: string,
  seconds: number,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  namespace: string = network.client,
): Promise<readonly string[]> {
  const argv = ['tcpdump', '-n', '-q', '--immediate-mode', '-i', 'eth0', filter];
  const inNamespace = ['ip', 'netns', 'exec', namespace, 'timeout', '--signal=INT', String(seconds)];
  const [{ stdout, stderr }] = await Promise.all([network.inClient(...inNamespace, ...argv), meanwhile()]);
  expect(stderr).toContain('listening on eth0');
  return stdout.split('\n').filter((line) => line !== '');
}

const lengths = (lines: readonly string[]) =>
  lines.flatMap((line) => /UDP, length (\d+)/.exec(line)?.[1] ?? []).map(Number);

async function exchange(): Promise<void> {
  await network.inClient('ping', '-q', '-c', '20', '-i', '0.1', '-s', '40', addresses.echo4);
  for (const url of [`http://${addresses.echo4}/`, `http://[${addresses.echo6}]/`])
    expect(await network.inClient('curl', '-sS', '-m', '2', url)).toMatchObject({ code: 0 });
}

const toEntry = `udp and host ${entry.address}`;

/** The transport programs of this network: their process ids. */
async function programs(): Promise<number[]> {
  const { stdout } = await network.ip(`netns pids ${network.client}`);
  return stdout.trim().split('\n').map(Number).filter(isTransport);
}

function isTransport(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .replaceAll('\0', ' ')
      .includes('comet-transport client');
  } catch {
    return false; // It ended meanwhile.
  }
}

describe('with cover traffic', () => {
  test('all datagrams to the entry have one length, with traffic and without; without cover traffic not', async () => {
    await connectWithCover();
    const busy = lengths(await captured(toEntry, 4, exchange));
    expect(busy.length).toBeGreaterThan(600);
    expect(new Set(busy)).toEqual(new Set([constantLength]));
    // After the bursts of this traffic, the client sends a datagram every 3 s, and the entry one after it.
    await network.inClient('sleep', '8');
    const idle = await captured(toEntry, 7);
    for (const direction of [`> ${entry.address}.`, `${entry.address}.443 >`])
      expect(idle.filter((line) => line.includes(direction)).length).toBeGreaterThanOrEqual(2);
    expect(new Set(lengths(idle))).toEqual(new Set([constantLength]));
    expect((await details()).entry.endpoint).toBe(`${entry.address}:443`);
    await network.comet('disconnect');
    await network.comet('set', 'wireguard-over', 'scrambled');
    await connectOver('scrambled');
    expect(new Set(lengths(await captured(toEntry, 4, exchange))).size).toBeGreaterThan(2);
    expect(await details()).not.toHaveProperty('cover');
  });

  test('no packet goes from the client to the exit, and the exit sees the entry only', async () => {
    // Without an entry, the client's own packets go to the exit. A TCP connection to its admission endpoint from before may still be open.
    const ownPackets = `udp and host ${exit.address}`;
    const direct = () => network.comet('connect', exit.location.code);
    expect((await captured(ownPackets, 3, direct)).length).toBeGreaterThan(0);
    await network.comet('disconnect');
    await network.comet('set', 'cover-traffic', 'on');
    const [own, atExit] = await Promise.all([
      captured(ownPackets, 6, async () => {
        await connect();
        await exchange();
      }),
      captured('udp port 51820', 6, undefined, namespaceOf(network, exit)),
    ]);
    expect(own).toEqual([]);
    expect(atExit.length).toBeGreaterThan(40);
    expect(atExit.filter((line) => !line.includes(`${entry.address}.`))).toEqual([]);
    // Cover traffic ends at the entry: between the gateways are the packets of the second tunnel.
    expect(new Set(lengths(atExit)).size).toBeGreaterThan(2);
  });

  test('packets up to 1,280 bytes pass in both directions without fragments, and its data is counted', async () => {
    await connectWithCover();
    const ofMtu = async (size: number, host: string) => {
      const argv = ['-M', 'do', '-s', String(size), '-c', '3', '-i', '0.2', '-W', '2', host];
      return (await network.inClient('ping', ...argv)).stdout;
    };
    const fragments = 'ip[6:2] & 0x3fff != 0 or (ip6 and ip6[6] = 44)';
    const found = await Promise.all([
      captured(fragments, 5, async () => {
        expect(await ofMtu(innerMtu - 28, addresses.echo4)).toContain(' 0% packet loss');
        expect(await ofMtu(innerMtu - 48, addresses.echo6)).toContain(' 0% packet loss');
        expect(await ofMtu(innerMtu - 27, addresses.echo4)).not.toContain(' 0% packet loss');
      }),
      captured(fragments, 5, undefined, namespaceOf(network, entry)),
      captured(fragments, 5, undefined, namespaceOf(network, exit)),
    ]);
    expect(found).toEqual([[], [], []]);
    expect((await details()).mtu).toBe(innerMtu);
    await expect
      .poll(async () => (await details()).cover?.received ?? 0, { timeout: 3_000 })
      .toBeGreaterThan(1e6);
    const { stdout } = await network.comet('status', '--details');
    expect(stdout).toContain('Cover traffic: ');
    expect(stdout).toContain('WireGuard with cover traffic');
  });

  test('dummies pause while the network is metered, and continue after it in the same tunnel', async () => {
    await connectWithCover();
    const { since } = (await network.snapshot()).tunnel;
    await network.comet('set', 'metered', 'yes');
    await expect.poll(async () => (await details()).cover?.paused, { timeout: 3_000 }).toBe(true);
    const whilePaused = lengths(await captured(toEntry, 4, exchange));
    expect(whilePaused.length).toBeGreaterThan(20);
    expect(whilePaused.length).toBeLessThan(300);
    expect(new Set(whilePaused)).toEqual(new Set([constantLength]));
    await network.comet('set', 'metered', 'no');
    await expect.poll(async () => (await details()).cover?.paused, { timeout: 3_000 }).toBe(false);
    expect((await captured(toEntry, 4, exchange)).length).toBeGreaterThan(600);
    expect((await network.snapshot()).tunnel.since).toBe(since);
  });

  test('a killed program is started again, and no traffic leaves outside of the tunnel meanwhile', async () => {
    await connectWithCover();
    const { since } = (await network.snapshot()).tunnel;
    const [pid, ...others] = await programs();
    expect(others).toEqual([]);
    process.kill(Number(pid), 'SIGKILL');
    const seen = await seenWhile(network, async () => {
      const { tunnel } = await network.snapshot();
      return tunnel.state === 'connected' && tunnel.since !== since;
    });
    expect(seen).not.toContain(addresses.client);
    expect(await network.seenAs()).toBe(exit.address);
    expect(await details()).toMatchObject({ transport: { over: 'cover' } });
    expect(new Set(lengths(await captured(toEntry, 3, exchange)))).toEqual(new Set([constantLength]));
  });

  test('an entry that does not offer it is refused, and nothing else is tried', async () => {
    const backwards = () => network.comet('connect', entry.location.code, '--via', exit.location.code);
    await network.comet('set', 'cover-traffic', 'on');
    const { code, stderr } = await backwards();
    expect(code).toBe(1);
    expect(stderr).toContain('The entry location doesn’t support WireGuard with cover traffic.');
    expect((await network.snapshot()).tunnel.state).toBe('disconnected');
    await network.comet('set', 'cover-traffic', 'off');
    expect(await backwards()).toMatchObject({ code: 0 });
    expect(await network.seenAs()).toBe(entry.address);
  });
});

test.each(['scrambled', 'quic', 'tcp', 'shadowsocks', 'shadowsocks_tcp'])(
  'reaches the entry over %s where it is chosen, with IPv6 inside',
  async (over) => {
    await network.comet('set', 'wireguard-over', over);
    await connectOver(over);
    const ofMtu = [
      '-M',
      'do',
      '-s',
      String(innerMtu - 48),
      '-c',
      '3',
      '-i',
      '0.2',
      '-W',
      '2',
      addresses.echo6,
    ];
    await expect
      .poll(async () => (await network.inClient('ping', ...ofMtu)).stdout, { timeout: 10_000 })
      .toContain(' 0% packet loss');
  },
);

test('uses another transport to the entry where the network drops UDP', async () => {
  const inFar = (rules: string) => network.ip(`netns exec ${network.far} nft ${rules}`);
  onTestFinished(async () => void (await inFar('delete table inet censor')));
  const drop = `iifname eth0 ip daddr ${entry.address} meta l4proto udp drop`;
  const chain = `chain forward { type filter hook forward priority 0; ${drop}; }`;
  expect(await inFar(`table inet censor { ${chain}; }`)).toMatchObject({ code: 0 });
  await connectOver('tcp');
  expect((await details()).entry.endpoint).toBe(`${entry.address}:443`);
});
