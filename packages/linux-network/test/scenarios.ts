import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  applyNft,
  forgetConnections,
  generateWireguardKeyPair,
  type IpCommand,
  listNftTable,
  type NetworkShell,
  nft,
  nftTableExists,
  openNetworkShell,
  publicKeyOf,
  runIp,
  setSysctl,
  startWaitingTools,
  type WaitingTools,
  waitingToolsOf,
  waitingToolsStdio,
} from '../src/index.ts';
import { runProcess } from '../src/processes/run-process.ts';

/** Tests of the commands, executed by new processes and by waiting ones. */
type Tools = Pick<NetworkShell, 'applyNft' | 'runIp'>;

const policy = nft`add table inet comet
delete table inet comet
table inet comet {
  set allowed { type ipv4_addr; flags interval; elements = ${['10.0.0.0/8', '192.0.2.1']} }
  chain output {
    type filter hook output priority 0; policy accept;
    oifname ${['lo', 'comet0']} accept
    ip6 daddr ${'fd00::/8'} udp dport ${[53, 853]} meta mark ${51820} accept
  }
}`;

const both: Record<string, (tools: Tools) => Promise<void>> = {
  'replaces a table by one batch': async (tools) => {
    await tools.applyNft(policy);
    await tools.applyNft(policy);
    assert.equal(await nftTableExists('inet', 'comet'), true);
    assert.match(JSON.stringify(await listNftTable('inet', 'comet')), /"comet0"/);
  },
  'applies nothing of a failing batch, and reports the error': async (tools) => {
    const batch = nft`add table inet half\nadd rule inet nowhere c accept`;
    await assert.rejects(tools.applyNft(batch), /2:15-\d+: Error: .*No such file or directory/);
    await assert.rejects(tools.applyNft(nft`add tab!le inet half`), /syntax error/);
    assert.equal(await nftTableExists('inet', 'half'), false);
    await tools.applyNft(nft`add table inet whole`);
    assert.equal(await nftTableExists('inet', 'whole'), true);
  },
  'applies batches of ten thousand rules': async (tools) => {
    const rules = Array.from(
      { length: 10_000 },
      (_, index) => nft`add rule inet big c tcp dport ${index} accept`,
    );
    await tools.applyNft(nft`add table inet big\nadd chain inet big c`);
    for (let start = 0; start < rules.length; start += 2_500)
      await tools.applyNft(rules.slice(start, start + 2_500).reduce((all, rule) => nft`${all}\n${rule}`));
    const table = JSON.stringify(await listNftTable('inet', 'big'));
    assert.equal(table.match(/"rule"/g)?.length, 10_000);
  },
  'sets addresses, routes and rules of both families in order': async (tools) => {
    await tools.runIp([
      { kind: 'link-mtu', link: 'lo', mtu: 9_000 },
      { kind: 'link-up', link: 'lo' },
      { kind: 'address-add', address: '100.64.0.2/32', link: 'lo' },
      { kind: 'address-add', address: 'fd00::2/128', link: 'lo' },
      { kind: 'route-replace', family: 4, to: 'default', link: 'lo', table: 51820, src: '100.64.0.2' },
      { kind: 'route-replace', family: 6, to: 'default', type: 'unreachable', table: 51820, metric: 9 },
      { kind: 'rule-add', family: 4, priority: 10, not: true, fwmark: 51820, table: 51820 },
      {
        kind: 'rule-add',
        family: 6,
        priority: 10,
        not: true,
        fwmark: 51820,
        fwmarkMask: 0xffff,
        table: 51820,
      },
      { kind: 'rule-add', family: 6, priority: 9, to: 'fd00::/8', table: 254, suppressPrefixLength: 0 },
    ]);
    assert.match(show('addr', 'show', 'dev', 'lo'), /mtu 9000[^]*100\.64\.0\.2\/32[^]*fd00::2\/128/);
    assert.match(show('route', 'show', 'table', '51820'), /^default dev lo .*src 100\.64\.0\.2/m);
    assert.match(show('-6', 'route', 'show', 'table', '51820'), /^unreachable default/m);
    assert.match(show('rule'), /^10:\tnot from all fwmark 0xca6c lookup 51820/m);
    assert.match(
      show('-6', 'rule'),
      /^9:\tfrom all to fd00::\/8 .*suppress_prefixlength 0\n10:\tnot from all fwmark 0xca6c\/0xffff/m,
    );
    await tools.runIp([
      { kind: 'rule-delete', family: 6, priority: 9 },
      { kind: 'rule-delete', family: 6, priority: 10 },
      { kind: 'rule-delete', family: 4, priority: 10 },
      { kind: 'route-flush', family: 4, table: 51820 },
      { kind: 'route-flush', family: 6, table: 51820 },
      { kind: 'address-delete', address: 'fd00::2/128', link: 'lo' },
      { kind: 'addresses-flush', link: 'lo' },
    ]);
    assert.doesNotMatch(`${show('rule')}${show('-6', 'rule')}`, /51820/);
    assert.doesNotMatch(show('addr', 'show', 'dev', 'lo'), /inet/);
  },
  'reports the failing command, and executes the next': async (tools) => {
    await assert.rejects(
      tools.runIp([rule(1), { kind: 'link-up', link: 'missing0' }]),
      /Cannot find device "missing0" \(link set dev missing0 up\)/,
    );
    assert.match(show('rule'), /^1:/m);
    await tools.runIp([rule(3)]);
    await assert.rejects(tools.runIp([rule(3)]), /File exists \(rule add .* priority 3/);
    assert.match(show('rule'), /^3:/m);
  },
  'continues after failures if requested': async (tools) => {
    const commands: readonly IpCommand[] = [{ kind: 'link-up', link: 'missing0' }, rule(1), rule(1), rule(2)];
    await tools.runIp(commands, { ignoreErrors: true });
    await tools.runIp([{ kind: 'rule-delete', family: 4, priority: 7 }, rule(4)], { ignoreErrors: true });
    assert.match(show('rule'), /^1:[^]*^2:[^]*^4:/m);
  },
  'executes no command if any value is invalid': async (tools) => {
    await assert.rejects(tools.runIp([rule(1), { kind: 'link-up', link: 'a\nlink delete lo' }]), TypeError);
    assert.doesNotMatch(show('rule'), /^1:/m);
  },
};

async function inShell(
  scenario: (shell: NetworkShell) => Promise<void>,
  waiting?: WaitingTools,
): Promise<void> {
  const shell = openNetworkShell(waiting);
  try {
    await scenario(shell);
  } finally {
    await shell.close();
  }
}

/** With tools that one shell has started before. */
async function inWaiting(
  scenario: (shell: NetworkShell) => Promise<void>,
  lines = startWaitingTools,
): Promise<void> {
  const { stdio, scratch } = waitingToolsStdio();
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', HOME: '/dev/null' };
  await inShell(scenario, waitingToolsOf(spawn('/bin/sh', ['-c', lines], { env, stdio }), scratch));
}

/** Each runs as root in a new network namespace; it rejects if the described behaviour fails. */
export const scenarios: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(both).flatMap(([name, scenario]) => [
      [name, () => scenario({ applyNft, runIp })],
      [`${name} (waiting processes)`, () => inShell(scenario)],
    ]),
  ),
  'has the same results with processes that one shell started': () =>
    inWaiting(async (shell) => {
      await both['applies nothing of a failing batch, and reports the error']?.(shell);
      await both['reports the failing command, and executes the next']?.(shell);
    }),
  'stops at the command that fails': async () => {
    await assert.rejects(runIp([rule(1), { kind: 'link-up', link: 'missing0' }, rule(2)]), /missing0/);
    assert.match(show('rule'), /^1:/m);
    assert.doesNotMatch(show('rule'), /^2:/m);
  },
  'rejects if any command failed, also before successful ones (waiting processes)': () =>
    inShell(async (shell) => {
      await assert.rejects(
        shell.runIp([rule(1), { kind: 'link-up', link: 'missing0' }, rule(2)]),
        /Cannot find device "missing0" \(link set dev missing0 up\)/,
      );
      assert.match(show('rule'), /^1:[^]*^2:/m);
    }),
  'waits for both families, also if one of them fails (waiting processes)': () =>
    inShell(async (shell) => {
      const together = { sideBySide: true };
      const six = (priority: number): IpCommand => ({ kind: 'rule-add', family: 6, priority, table: 77 });
      await assert.rejects(
        shell.runIp([rule(1), six(1), six(1), rule(2)], together),
        /File exists \(rule add .*priority 1/,
      );
      await assert.rejects(shell.runIp([rule(2), six(2)], together), /File exists \(rule add .*priority 2/);
      await shell.runIp([six(3), rule(3)], together);
      for (const rules of [show('rule'), show('-6', 'rule')]) assert.match(rules, /^1:[^]*^2:[^]*^3:/m);
    }),
  'reports whether a table exists (waiting processes)': () =>
    inShell(async (shell) => {
      assert.equal(await shell.hasNftTable('inet', 'comet'), false);
      await shell.applyNft(policy);
      assert.equal(await shell.hasNftTable('inet', 'comet'), true);
      assert.equal(await shell.hasNftTable('ip', 'comet'), false);
      await assert.rejects(shell.hasNftTable('inet', 'comet; flush ruleset'), TypeError);
      assert.equal(await shell.hasNftTable('inet', 'comet'), true);
    }),
  'starts new processes if those of the shell have ended': () =>
    inWaiting(async (shell) => {
      await shell.runIp([rule(1)]).catch(() => undefined);
      await shell.runIp([rule(2)]);
      assert.match(show('rule'), /^2:/m);
      await shell.applyNft(policy);
      assert.equal(await shell.hasNftTable('inet', 'comet'), true);
    }, 'exit 0'),
  'keeps the order of calls that were not awaited': () =>
    inShell(async (shell) => {
      const names = [1, 2, 3, 4, 5].map((priority) => shell.runIp([rule(priority), rule(priority + 100)]));
      const tables = ['a', 'b'].map(() => shell.applyNft(policy));
      await Promise.all([...names, ...tables]);
      assert.equal(show('rule').match(/lookup 77/g)?.length, 10);
    }),
  'sets a kernel parameter of this namespace': async () => {
    await setSysctl('net.ipv4.ip_forward', '1');
    assert.equal(spawnSync('cat', ['/proc/sys/net/ipv4/ip_forward'], { encoding: 'utf8' }).stdout, '1\n');
    await assert.rejects(setSysctl('net.ipv4.no_such_parameter', '1'), /ENOENT/);
  },
  'writes no kernel parameter that already has its value: a container has a read-only /proc/sys':
    async () => {
      await setSysctl('net.ipv4.ip_forward', '1');
      for (const options of [['--bind'], ['-o', 'remount,ro,bind']])
        assert.equal(spawnSync('mount', [...options, '/proc/sys', '/proc/sys']).status, 0);
      await setSysctl('net.ipv4.ip_forward', '1');
      await assert.rejects(setSysctl('net.ipv4.ip_forward', '0'), /EROFS/);
    },
  'passes input to a tool that opens /dev/stdin': async () => {
    // conntrack and wg open this by its path, which is not possible with a socket as standard input.
    assert.deepEqual(await runProcess('cat', ['/dev/stdin'], 'secret\n'), {
      ...{ code: 0, stdout: 'secret\n', stderr: '' },
    });
    assert.equal((await runProcess('cat', ['-'], 'secret\n')).stdout, 'secret\n');
    assert.equal((await runProcess('cat', [], '')).stdout, '');
  },
  'deletes the connections of one address only': async () => {
    const gone = ['100.64.3.4', 'fd00:c0:e7::304'];
    await runIp([
      { kind: 'link-up', link: 'lo' },
      ...[...gone, '100.64.3.5'].map((address) => ({
        ...{ kind: 'address-add' as const, link: 'lo' },
        address: `${address}/${address.includes(':') ? 128 : 32}`,
      })),
    ]);
    // Connections are tracked only if a rule requires it.
    await applyNft(nft`add table inet t
add chain inet t c { type filter hook output priority 0; }
add rule inet t c ct state new accept`);
    for (const address of [...gone, '100.64.3.5']) await sendFrom(address);
    const followed = () =>
      ['ipv4', 'ipv6'].map(
        (family) => spawnSync('conntrack', ['-L', '-f', family], { encoding: 'utf8' }).stdout,
      );
    for (const address of gone) assert.match(followed().join(), new RegExp(`src=${address} `));
    await forgetConnections(gone);
    const [four = '', six = ''] = followed();
    assert.match(four, /src=100\.64\.3\.5 /);
    assert.doesNotMatch(four, /src=100\.64\.3\.4 /);
    assert.equal(six, '');
    await forgetConnections(gone);
  },
  'derives the same public key as wg': async () => {
    for (let round = 0; round < 20; round += 1) {
      const { privateKey } = generateWireguardKeyPair();
      const wg = spawnSync('wg', ['pubkey'], { input: privateKey, encoding: 'utf8' });
      assert.equal(publicKeyOf(privateKey), wg.stdout.trim());
    }
  },
};

async function sendFrom(address: string): Promise<void> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  await new Promise((resolve) => socket.send('x', 9, address.includes(':') ? '::1' : '127.0.0.1', resolve));
  socket.close();
}

function rule(priority: number): IpCommand {
  return { kind: 'rule-add', family: 4, priority, table: 77 };
}

function show(...args: readonly string[]): string {
  return spawnSync('ip', args, { encoding: 'utf8' }).stdout;
}
