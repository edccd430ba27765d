import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gateway, hostileWords, recordedTools, tunnel } from '../../../test/simulation/recorded-tools.ts';
import { darwinNetwork } from '../../networks/network-identity.ts';
import { peerUser } from '../callers/callers.darwin.ts';
import { darwinDns } from '../dns/dns.darwin.ts';
import { darwinRouting } from '../routing/routing.darwin.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-darwin-'));
});
afterEach(() => rm(folder, { recursive: true }));

const home = '   route to: default\n    gateway: 192.168.1.1\n  interface: en0\n';
const inside = '   route to: 128.0.0.1\n  interface: utun707\n';
const addresses = { ...tunnel, link: 'utun707', gateway: gateway.address, allowLan: false };

function routes(router = '192.168.1.1', broken = '') {
  return recordedTools((call) => {
    if (broken !== '' && call.startsWith(broken)) return { code: 1, stderr: 'route: no' };
    if (call.endsWith('default')) return { stdout: home.replace('192.168.1.1', router) };
    return call.startsWith('route -n get') ? { stdout: inside } : undefined;
  });
}

describe('routes of macOS', () => {
  test('sets the gateway’s route outside the tunnel before the others', async () => {
    const { run, calls } = routes();
    const routing = darwinRouting(run, 'utun707');
    await routing.raise(addresses);
    expect(calls).toEqual([
      'route -q -n delete -inet -host 203.0.113.101',
      'route -n get -inet default',
      'route -q -n add -inet -host 203.0.113.101 192.168.1.1',
      'ifconfig utun707 inet 100.64.3.4 100.64.3.4 netmask 255.255.255.255 alias',
      'ifconfig utun707 inet6 fd00:c0:e7:304::1 prefixlen 128 alias',
      'route -q -n add -inet 0.0.0.0/1 -interface utun707',
      'route -q -n add -inet 128.0.0.0/1 -interface utun707',
      'route -q -n add -inet6 ::/1 -interface utun707',
      'route -q -n add -inet6 8000::/1 -interface utun707',
      'route -n get -inet 128.0.0.1',
      'route -n get -inet6 2000::1',
    ]);
    calls.length = 0;
    await routing.follow();
    expect(calls.at(-1)).toBe('route -q -n add -inet -host 203.0.113.101 192.168.1.1');
    calls.length = 0;
    await routing.lower();
    await routing.lower();
    expect(calls.filter((call) => call.includes('203.0.113.101'))).toHaveLength(1);
    await routing.follow();
    expect(calls.at(-1)).toContain('delete');
  });

  test.each([
    'route -n get -inet default',
    'route -q -n add -inet -host',
    'ifconfig utun707 inet ',
    'ifconfig utun707 inet6',
    'route -q -n add -inet6 8000::/1',
  ])('reports a failure of "%s"', async (broken) => {
    await expect(
      darwinRouting(routes('192.168.1.1', broken).run, 'utun707').raise(addresses),
    ).rejects.toThrow('no');
  });

  test('reports missing routes also without an error of a program', async () => {
    const { run } = recordedTools(() => ({ stdout: home }));
    await expect(darwinRouting(run, 'utun707').raise(addresses)).rejects.toThrow(
      'does not lead into utun707',
    );
  });

  test('names a router of IPv6 with its link, and accepts no other form', async () => {
    const { run, calls } = routes('fe80::1%en0');
    await darwinRouting(run, 'utun707').raise({ ...addresses, gateway: '2001:db8::1' });
    expect(calls).toContain('route -q -n add -inet6 -host 2001:db8::1 fe80::1%en0');
    const hostile = routes('-interface');
    await expect(darwinRouting(hostile.run, 'utun707').raise(addresses)).rejects.toThrow(TypeError);
  });

  test.each(hostileWords)('rejects an address that would become a separate argument: %j', async (word) => {
    for (const part of ['gateway', 'ipv4', 'ipv6']) {
      const { run, calls } = routes();
      await expect(darwinRouting(run, 'utun707').raise({ ...addresses, [part]: word })).rejects.toThrow(
        TypeError,
      );
      expect(calls).toEqual([]);
    }
  });
});

const services =
  'An asterisk (*) denotes that a network service is disabled.\nWi-Fi\n*Thunderbolt; reboot\n-setweb\n';

describe('resolvers of macOS', () => {
  const outcomeOf = (call: string) => {
    if (call.includes('-list')) return { stdout: services };
    if (call.includes('-getdnsservers Wi-Fi')) return { stdout: '192.168.1.1\n2001:db8::53\n' };
    return call.includes('-getdnsservers')
      ? { stdout: "There aren't any DNS Servers set on it.\n" }
      : undefined;
  };

  test('saves the previous resolvers on disk before any change, and restores them', async () => {
    const { run, calls } = recordedTools(outcomeOf);
    await darwinDns(folder, run).use(['100.64.0.1'], 'utun707');
    expect(JSON.parse(await readFile(join(folder, 'dns.original.json'), 'utf8'))).toEqual({
      'Wi-Fi': ['192.168.1.1', '2001:db8::53'],
      'Thunderbolt; reboot': [],
      '-setweb': [],
    });
    expect(calls.slice(4, 7)).toEqual([
      'networksetup -setdnsservers Wi-Fi 100.64.0.1',
      'networksetup -setdnsservers Thunderbolt; reboot 100.64.0.1',
      'networksetup -setdnsservers -setweb 100.64.0.1',
    ]);
    calls.length = 0;
    // Another process: the previous one was killed.
    await darwinDns(folder, run).restore();
    expect(calls.slice(1, 4)).toEqual([
      'networksetup -setdnsservers Wi-Fi 192.168.1.1 2001:db8::53',
      'networksetup -setdnsservers Thunderbolt; reboot Empty',
      'networksetup -setdnsservers -setweb Empty',
    ]);
    calls.length = 0;
    await darwinDns(folder, run).restore();
    expect(calls).toEqual([]);
  });

  test('never saves the tunnel’s resolver as the previous one', async () => {
    const { run } = recordedTools((call) =>
      call.includes('-getdnsservers') ? { stdout: '100.64.0.1\n' } : outcomeOf(call),
    );
    const kept = () => readFile(join(folder, 'dns.original.json'), 'utf8');
    await darwinDns(folder, recordedTools(outcomeOf).run).use(['100.64.0.1'], 'utun707');
    const before = await kept();
    const dns = darwinDns(folder, run);
    await dns.use(['100.64.0.1'], 'utun707');
    await dns.follow();
    expect(await kept()).toBe(before);
  });

  test('reports a service that accepts no resolvers', async () => {
    const { run } = recordedTools((call) =>
      call.includes('-set') ? { code: 4, stderr: 'denied' } : outcomeOf(call),
    );
    await expect(darwinDns(folder, run).use(['100.64.0.1'], 'utun707')).rejects.toThrow('denied');
    await expect(darwinDns(folder, run).use(['-flag'], 'utun707')).rejects.toThrow(TypeError);
  });
});

test('identifies a network of macOS by its router’s hardware address', async () => {
  const { run } = recordedTools((call) =>
    call.startsWith('arp')
      ? { stdout: '? (192.168.1.1) at 0:1e:ab:cd:ef:1 on en0 ifscope [ethernet]\n' }
      : { stdout: home },
  );
  expect(await darwinNetwork(run)).toMatchObject({ isNamed: true, name: 'en0 behind 192.168.1.1' });
  expect(await darwinNetwork(recordedTools(() => ({ code: 1 })).run)).toBeNull();
});

test('finds the user at the other end of a socket by lsof', () => {
  const listing = [
    'p10',
    'u0',
    'f12',
    'd0xaa',
    'n->0xbb',
    'p20',
    'u501',
    'f3',
    'd0xbb',
    'n->0xaa',
    'f4',
    'd0xcc',
    'n->0xdd',
  ];
  expect(peerUser(listing.join('\n'), 10, 12)).toBe(501);
  expect(peerUser(listing.join('\n'), 20, 3)).toBe(0);
  expect(peerUser(listing.join('\n'), 20, 4)).toBeNull();
  expect(peerUser('', 10, 12)).toBeNull();
});
