import { isIpv4 } from '@comet/foundation';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  api,
  gateway,
  hostileWords,
  policies,
  recordedTools,
  tunnel,
} from '../../../test/simulation/recorded-tools.ts';
import { advfirewallRules, type Rule, complementOf } from './firewall.win32.ts';
import type { FirewallPolicy } from './firewall.ts';
import { windowsFirewall } from './firewall.win32.ts';
import type { ToolOutcome } from '../system/run-tool.ts';

const on = { Enabled: 1, AllowLocalFirewallRules: 2 };
const profiles = ['Domain', 'Private', 'Public'].map((Name) => ({ Name, ...on }));

/** The part of Windows' firewall that we use: the number of rules of each name. `fail` makes one call fail. */
function system(fail: (index: number) => boolean = () => false, standing: object = { profiles, held: 2 }) {
  const rules = new Map<string, number>();
  const moments: string[] = [];
  const outcomeOf = (call: string, index: number): Partial<ToolOutcome> | undefined => {
    const [, verb, name = ''] = /(add|delete|show) rule name=(\S+)/.exec(call) ?? [];
    const broken = fail(index);
    if (!broken && verb === 'add') rules.set(name, (rules.get(name) ?? 0) + 1);
    if (!broken && verb === 'delete') rules.delete(name);
    moments.push([...rules.keys()].toSorted().join('+'));
    if (broken) return { code: 1, stderr: 'no' };
    if (verb === 'show') return { code: rules.has(name) ? 0 : 1 };
    return call.startsWith('powershell') ? { stdout: JSON.stringify(standing) } : undefined;
  };
  return { ...recordedTools(outcomeOf), rules, moments };
}

describe("Windows' firewall", () => {
  test('blocks all traffic while one policy replaces another', async () => {
    const { run, calls, rules, moments } = system();
    const firewall = windowsFirewall(run);
    await firewall.apply(policies.blocked);
    expect(calls[0]).toContain('name=CometVPN-hold action=block profile=any enable=yes dir=out protocol=any');
    await firewall.apply(policies.connected);
    expect([...rules]).toEqual([['CometVPN', advfirewallRules(policies.connected).length]]);
    expect(moments.filter((names) => names === '')).toEqual([]);
    await firewall.apply(null);
    expect(rules.size).toBe(0);
  });

  test('reports a failed step and keeps blocking all traffic', async () => {
    const whole = system();
    await windowsFirewall(whole.run).apply(policies.connecting);
    const steps = whole.calls.length;
    for (let step = 0; step < steps; step += 1) {
      const before = system();
      await windowsFirewall(before.run).apply(policies.blocked);
      const { run, rules } = system((index) => index === step);
      rules.set('CometVPN', before.rules.get('CometVPN') ?? 0);
      const applied = await windowsFirewall(run)
        .apply(policies.connecting)
        .then(
          () => true,
          () => false,
        );
      // The old policy is complete, or both directions are blocked; a failed query counts as removed.
      if (!applied)
        expect(
          rules.get('CometVPN-hold') === 2 || rules.get('CometVPN') === before.rules.get('CometVPN'),
          `step ${step}`,
        ).toBe(true);
      else expect(rules.get('CometVPN')).toBe(whole.rules.get('CometVPN'));
    }
  });

  test.each([
    ['off', { profiles: [{ ...profiles[0], Enabled: 0 }], held: 2 }],
    ['ignoring local rules', { profiles: [{ ...profiles[0], AllowLocalFirewallRules: 0 }], held: 2 }],
    ['without our rules', { profiles, held: 0 }],
    ['silent', {}],
  ])('reports no block if the firewall is %s', async (_, standing) => {
    const { run, rules } = system(() => false, standing);
    await expect(windowsFirewall(run).apply(policies.connecting)).rejects.toThrow('firewall');
    expect(rules.has('CometVPN')).toBe(false);
  });
});

interface Packet {
  readonly local: string;
  readonly remote: string;
  readonly protocol: 'udp' | 'tcp';
  readonly port: number;
}

function number(address: string): bigint {
  if (isIpv4(address)) return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const after = groups(tail ?? '');
  const middle = new Array<string>(8 - groups(head).length - after.length).fill('0');
  return [...groups(head), ...(tail === undefined ? [] : middle), ...after].reduce(
    (sum, part) => (sum << 16n) | BigInt(`0x${part}`),
    0n,
  );
}

function within(list: string, address: string): boolean {
  return list.split(',').some((entry) => {
    const [first = '', last = first] = entry.split('-');
    const [start = '', bits] = first.split('/');
    if (isIpv4(start) !== isIpv4(address)) return false;
    const whole = isIpv4(start) ? 32 : 128;
    const room = bits === undefined ? 0n : (1n << BigInt(whole - Number(bits))) - 1n;
    const end = bits === undefined ? number(last) : number(start) + room;
    return number(address) >= number(start) && number(address) <= end;
  });
}

function refuses(rule: Rule, { local, remote, protocol, port }: Packet): boolean {
  return rule.every((word) => {
    const [key, value = ''] = word.split('=');
    if (key === 'dir') return value === 'out';
    if (key === 'protocol') return value === 'any' || value === protocol;
    if (key === 'localip') return within(value, local);
    if (key === 'remoteip') return within(value, remote);
    return value.split(',').some((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return port >= (first ?? 0) && port <= (last ?? 0);
    });
  });
}

const passes = (policy: FirewallPolicy, packet: Packet): boolean =>
  !advfirewallRules(policy).some((rule) => refuses(rule, packet));

const lanAddress = '192.168.1.7';
const outside = fc.record({
  local: fc.constantFrom(lanAddress, tunnel.ipv4),
  remote: fc.oneof(
    fc.ipV4(),
    fc.constantFrom(gateway.address, api[0]?.host ?? '', '192.168.1.1', '100.64.0.1'),
  ),
  protocol: fc.constantFrom('udp' as const, 'tcp' as const),
  port: fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(53, 443, 51_820)),
});

describe("rules of Windows' firewall", () => {
  test('traffic outside the tunnel is allowed to the ports of the gateway and the API only', () => {
    fc.assert(
      fc.property(outside, (packet) => {
        const { local, remote, protocol, port } = packet;
        const own = remote.startsWith('127.');
        const toApi = remote === api[0]?.host && protocol === 'tcp' && port === 443;
        const dhcp = remote === '255.255.255.255' && protocol === 'udp' && port === 67;
        const uplink = remote === gateway.address && protocol === 'udp' && port === 51_820;
        const admissionEndpoint = remote === gateway.address && protocol === 'tcp' && port === 443;
        const inside = local === tunnel.ipv4 && (port !== 53 || remote === tunnel.dns[0]);
        expect(passes(policies.blocked, packet)).toBe(own || toApi || dhcp);
        expect(passes(policies.connecting, packet)).toBe(own || toApi || dhcp || uplink || admissionEndpoint);
        if (local !== tunnel.ipv4) expect(passes(policies.connected, packet)).toBe(own || uplink || dhcp);
        else expect(passes(policies.connected, packet)).toBe(own || inside);
      }),
    );
  });

  test('allows UDP to the gateway at port 53, which is otherwise for the tunnel’s resolvers', () => {
    const at53 = { ...gateway, dataPlane: { transport: 'udp' as const, port: 53 } };
    const query = { local: lanAddress, remote: gateway.address, protocol: 'udp', port: 53 } as const;
    expect(passes(policies.connected, query)).toBe(false);
    for (const policy of [policies.connecting, policies.connected]) {
      expect(passes({ ...policy, gateway: at53 }, query)).toBe(true);
      expect(passes({ ...policy, gateway: at53 }, { ...query, protocol: 'tcp' })).toBe(false);
      expect(passes({ ...policy, gateway: at53 }, { ...query, remote: '192.168.1.1' })).toBe(false);
    }
  });

  test('allows neighbours only with the setting, and never DNS to them', () => {
    const toPrinter = { local: lanAddress, remote: '192.168.1.1', protocol: 'tcp', port: 631 } as const;
    expect(passes(policies.connected, toPrinter)).toBe(false);
    expect(passes({ ...policies.connected, allowLan: true }, toPrinter)).toBe(true);
    expect(passes({ ...policies.connected, allowLan: true }, { ...toPrinter, port: 53 })).toBe(false);
  });

  test('the complement of some addresses contains each other address once', () => {
    const cidr = fc
      .tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 0, max: 32 }))
      .map(([address, length]) => `${address}/${length}`);
    fc.assert(
      fc.property(fc.array(cidr, { maxLength: 6 }), fc.ipV4(), (exempt, address) => {
        const listed = complementOf(exempt).filter((range) => within(range, address)).length;
        expect(listed).toBe(exempt.some((one) => within(networkText(one), address)) ? 0 : 1);
      }),
    );
    expect(() => complementOf(['example.org'])).toThrow(TypeError);
  });

  test.each(hostileWords)('rejects a field that would become a separate argument: %j', (word) => {
    const hostile: FirewallPolicy[] = [
      { ...policies.connected, tunnel: { ...tunnel, ipv4: word } },
      { ...policies.connected, tunnel: { ...tunnel, dns: [word] } },
      { ...policies.connecting, gateway: { ...gateway, address: word } },
      { ...policies.connecting, gateway: { ...gateway, admissionPort: word as unknown as number } },
      { ...policies.blocked, api: [{ host: word, port: 443 }] },
    ];
    for (const policy of hostile) expect(() => advfirewallRules(policy)).toThrow(TypeError);
  });
});

/** The CIDR with its host bits cleared, as `within` reads it. */
function networkText(cidr: string): string {
  const [address = '', length = '0'] = cidr.split('/');
  if (!isIpv4(address)) return cidr;
  const host = BigInt(32 - Number(length));
  const first = (number(address) >> host) << host;
  const text = [24n, 16n, 8n, 0n].map((shift) => String((first >> shift) & 0xffn)).join('.');
  return `${text}/${length}`;
}

test('refuses packets of a transport program, which it could not distinguish', () => {
  const dataPlane = { transport: 'tcp', port: 443, sender: 'program' } as const;
  const carried = { ...policies.connecting, gateway: { ...gateway, dataPlane } };
  expect(() => advfirewallRules(carried)).toThrow('refused a transport program');
  expect(() => advfirewallRules({ ...policies.connected, opening: [dataPlane] })).toThrow(
    'refused a transport program',
  );
});
