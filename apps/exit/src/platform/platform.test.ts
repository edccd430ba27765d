import { expect, test } from 'vitest';
import { exitFirewall } from './firewall.ts';
import { exitAdmittance } from '@comet/contract';
import { parseCidr } from '@comet/foundation';
import * as z from 'zod/mini';
import { defaultLinks4, defaultLinks6, homeOf } from './line.ts';

const plan = {
  ...{ link: 'comet-exit', gateway: { ipv4: '198.18.0.0', ipv6: 'fd00:c0:e8::' }, open: true },
  ...{ bytesPerSecond: null, dayQuota: null, ownNetworks: ['203.0.113.0/24', '2001:db8:9::/64'] },
  ...{ deniedPorts: [6667], deniedNetworks: ['192.0.2.0/24'] },
};

test('blocks the owner’s networks, private networks, mail ports, and the operator’s denied destinations', () => {
  const { text } = exitFirewall(plan);
  for (const rule of [
    'ip daddr 203.0.113.0/24 reject with icmpx admin-prohibited',
    'ip6 daddr 2001:db8:9::/64 reject with icmpx admin-prohibited',
    'ip daddr 192.0.2.0/24 reject with icmpx admin-prohibited',
    'th dport { 25, 465, 587, 6667 } reject with icmpx admin-prohibited',
    'ip6 daddr != 2000::/3 reject',
  ])
    expect(text).toContain(rule);
  expect(text).toMatch(
    /ip daddr \{ [^}]*192\.168\.0\.0\/16[^}]*169\.254\.0\.0\/16|169\.254\.0\.0\/16[^}]*192\.168\.0\.0\/16/,
  );
});

test('forwards only packets from the gateway’s own address, which hide the customer’s', () => {
  const [, outward = ''] =
    /chain outward \{([^}]*(?:\{[^}]*\}[^}]*)*?)\n {2}\}/.exec(exitFirewall(plan).text) ?? [];
  const accepted = outward.indexOf('accept');
  for (const rule of ['ip saddr != 198.18.0.0 drop', 'ip6 saddr != fd00:c0:e8:: drop']) {
    expect(outward).toContain(rule);
    expect(outward.indexOf(rule)).toBeLessThan(accepted);
  }
});

test('forwards nothing in either direction while paused', () => {
  const { text } = exitFirewall({ ...plan, open: false });
  expect(text).toMatch(/chain outward \{\s+reject with icmpx admin-prohibited\s/);
  expect(text).toMatch(/chain back \{\s+drop\s/);
});

test('a bandwidth cap limits the sum of both directions', () => {
  const { text } = exitFirewall({ ...plan, bytesPerSecond: 1_000_000 });
  expect(text).toContain('rate over 1000000 bytes/second');
  expect(text.match(/limit name "cap" drop/g)).toHaveLength(2);
});

test('a daily cap limits the sum of both directions, in the kernel', () => {
  const { text } = exitFirewall({ ...plan, dayQuota: { bytes: 5_000_000, anew: false } });
  expect(text).toContain('quota allowance { over 5000000 bytes }');
  expect(text.match(/quota name "allowance" drop\s+counter name carried accept/g)).toHaveLength(2);
});

test('a gateway’s message cannot inject a firewall rule', () => {
  for (const change of [
    { deniedNetworks: ['0.0.0.0/0 accept'] },
    { link: 'x" accept #' },
    { gateway: { ipv4: '1.2.3.4; flush ruleset', ipv6: 'fd00::1' } },
  ])
    expect(() => exitFirewall({ ...plan, ...change })).toThrow(TypeError);
});

test('treats all IPv6 of a home as its own, and of IPv4 the network of the machine', () => {
  const of = (cidr: string) => homeOf(parseCidr(cidr) ?? expect.fail());
  expect(of('2001:db8:9:1::5/64')).toBe('2001:db8:9::/48');
  expect(of('2001:db8:9:1::5/40')).toBe('2001:db8::/40');
  expect(of('2001:db8:9:1::5/128')).toBe('2001:db8:9:1::5/128');
  expect(of('fd00:1:2:3::5/64')).toBe('fd00:1:2:3::/64');
  expect(of('203.0.113.9/24')).toBe('203.0.113.0/24');
});

test('a gateway cannot assign an address of the owner’s network or of the internet to an exit', () => {
  const ends = { ipv4: '198.18.0.1', ipv6: 'fd00:c0:e8::1' };
  const respond = (exit: object) => {
    const about = { server_public_key: `${'A'.repeat(42)}E=`, wireguard_port: 52_000, control_port: 5290 };
    return z.safeDecode(exitAdmittance, { ...about, gateway: ends, exit, mtu: 1400 } as never).success;
  };
  expect(respond(ends)).toBe(true);
  for (const other of [
    { ipv4: '192.168.1.1' },
    { ipv4: '8.8.8.8' },
    { ipv6: '2001:db8::1' },
    { ipv6: 'fd00:c0:e8:1::' },
  ])
    expect(respond({ ...ends, ...other })).toBe(false);
});

test('the line is the interface of the default routes', () => {
  const four = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\tFE7100CB\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t007100CB\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
`;
  expect(defaultLinks4(four)).toEqual(['eth0']);
  const zero = '0'.repeat(32);
  const six = `20010db8000000010000000000000000 40 ${zero} 00 ${zero} 00000400 00000001 00000000 00000001     eth0
${zero} 00 ${zero} 00 20010db80000000100000000000000fe 00000400 00000001 00000000 00000003     eth1
${zero} 00 ${zero} 00 ${zero} ffffffff 00000001 00000000 00200200       lo
`;
  expect(defaultLinks6(six)).toEqual(['eth1']);
  expect(defaultLinks6('')).toEqual([]);
});
