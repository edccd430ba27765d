import { silentLog } from '@comet/foundation/log';
import { describe, expect, test } from 'vitest';
import {
  gateway,
  hostileWords,
  policies,
  recordedTools,
  tunnel,
} from '../../../test/simulation/recorded-tools.ts';
import { darwinFirewall } from './firewall.darwin.ts';
import { pfRules } from './pf-rules.ts';

const anchorRules = { stdout: 'scrub-anchor "com.apple/*" all\nanchor "com.apple/*" all\n' };
const responds = (call: string) => {
  if (call === 'pfctl -s rules') return anchorRules;
  if (call === 'pfctl -s info') return { stdout: 'Status: Disabled\n' };
  return call === 'pfctl -E' ? { stderr: 'pf enabled\nToken : 8811\n' } : undefined;
};
const load = 'pfctl -a com.apple/comet -f -';

describe('the packet filter of macOS', () => {
  test('loads the rules before it enables pf, and flushes earlier connections', async () => {
    const { run, calls } = recordedTools(responds);
    const firewall = darwinFirewall(run, silentLog);
    await firewall.apply(policies.blocked);
    expect(calls).toEqual([
      `${load} < ${pfRules(policies.blocked)}`,
      'pfctl -s rules',
      'pfctl -s info',
      'pfctl -E',
      'pfctl -F states',
    ]);
    calls.length = 0;
    await firewall.apply(null);
    expect(calls).toEqual(['pfctl -a com.apple/comet -F rules', 'pfctl -X 8811']);
  });

  test.each([0, 1, 2, 3, 4])('reports a failure of step %i, and removes no rule', async (step) => {
    const { run, calls } = recordedTools((call, index) =>
      index === step ? { code: 1, stderr: 'pfctl: no' } : responds(call),
    );
    await expect(darwinFirewall(run, silentLog).apply(policies.connecting)).rejects.toThrow('pfctl');
    expect(calls).toHaveLength(step + 1);
    expect(calls.join('\n')).not.toMatch(/-F rules|-X|-d/);
  });

  test('does not report an unreferenced anchor as a block', async () => {
    const { run } = recordedTools((call) =>
      call === 'pfctl -s rules' ? { stdout: 'pass all' } : responds(call),
    );
    await expect(darwinFirewall(run, silentLog).apply(policies.blocked)).rejects.toThrow('/etc/pf.conf');
  });

  test('detects the rules of an earlier process', async () => {
    const left = recordedTools(() => ({ stdout: 'block drop out quick all\n' }));
    expect(await darwinFirewall(left.run, silentLog).isInForce()).toBe(true);
    expect(await darwinFirewall(recordedTools().run, silentLog).isInForce()).toBe(false);
  });
});

describe('rules of pf', () => {
  test('blocked: allows only the API for root, and the traffic of a station', () => {
    const passing = pfRules(policies.blocked)
      .split('\n')
      .filter((line) => line.startsWith('pass') && !/icmp6-type|port (67|68|546|547)/.test(line));
    expect(passing).toEqual([
      'pass quick on lo0 all no state',
      'pass out quick inet proto tcp from any to 198.51.100.10 port 443 user root flags any',
    ]);
    expect(pfRules(policies.blocked)).toMatch(/\nblock return out quick all\nblock drop in quick all\n$/);
  });

  test('connected: allows the tunnel by its own addresses, its resolvers, and its carrier', () => {
    expect(pfRules(policies.connected).split('\n').slice(1, 12)).toEqual([
      'block drop out quick on comet0 inet proto udp from any to 203.0.113.101 port 51820',
      'pass out quick inet proto udp from any to 203.0.113.101 port 51820 user root',
      'pass out quick on comet0 inet proto udp from any to 100.64.0.1 port 53',
      'pass out quick on comet0 inet proto tcp from any to 100.64.0.1 port 53 flags any',
      'block return out quick proto udp from any to any port 53',
      'block return out quick proto tcp from any to any port 53',
      'pass out quick on comet0 inet from 100.64.3.4 to any flags any',
      'block drop in quick on ! comet0 inet from any to 100.64.3.4',
      'pass out quick on comet0 inet6 from fd00:c0:e7:304::1 to any flags any',
      'block drop in quick on ! comet0 inet6 from any to fd00:c0:e7:304::1',
      'pass out quick inet proto udp from any port 68 to 255.255.255.255 port 67 no state',
    ]);
  });

  test('allows the gateway at port 53, which is otherwise for the tunnel’s resolvers', () => {
    const at53 = { ...gateway, dataPlane: { transport: 'udp' as const, port: 53 } };
    const rules = pfRules({ ...policies.connected, gateway: at53 }).split('\n');
    expect(rules.indexOf('pass out quick inet proto udp from any to 203.0.113.101 port 53 user root')).toBe(
      2,
    );
    expect(rules.indexOf('block return out quick proto udp from any to any port 53')).toBeGreaterThan(2);
  });

  test('allows neighbours only with the setting, and never DNS to them', () => {
    expect(pfRules(policies.connected)).not.toContain('10.0.0.0/8');
    const rules = pfRules({ ...policies.connected, allowLan: true }).split('\n');
    expect(rules.findLastIndex((rule) => rule.includes('port 53'))).toBeLessThan(
      rules.findIndex((rule) => rule.includes('10.0.0.0/8')),
    );
  });

  test.each(hostileWords)('rejects a field that would become a rule: %j', (word) => {
    const hostile = [
      { ...policies.connecting, gateway: { ...gateway, address: word } },
      { ...policies.blocked, api: [{ host: word, port: 443 }] },
      { ...policies.connected, tunnel: { ...tunnel, ipv4: word } },
      { ...policies.connected, tunnel: { ...tunnel, dns: [word] } },
      { ...policies.connected, tunnel: { ...tunnel, link: `${word} all` } },
      { ...policies.connecting, gateway: { ...gateway, admissionPort: word as unknown as number } },
    ];
    for (const policy of hostile) expect(() => pfRules(policy)).toThrow(TypeError);
  });
});

test('refuses packets of a transport program, which it could not distinguish', () => {
  const dataPlane = { transport: 'tcp', port: 443, sender: 'program' } as const;
  const carried = { ...policies.connecting, gateway: { ...gateway, dataPlane } };
  expect(() => pfRules(carried)).toThrow('refused a transport program');
  expect(() => pfRules({ ...policies.connected, opening: [dataPlane] })).toThrow(
    'refused a transport program',
  );
});
