import { expect, test } from 'vitest';
import { firewallRules } from './firewall-rules.ts';
import { portalRules } from './portal-rules.ts';

test('permits DNS, HTTP, HTTPS and the port of the page to the cgroup, for a limited time', () => {
  const { text } = portalRules({
    cgroups: [{ path: 'user.slice/comet.portal', level: 2, inode: 7 }],
    resolvers: ['192.168.1.1', 'fe80::1'],
    forwarder: null,
    ports: [80, 443, 3990],
    seconds: 600,
  });
  expect(text).toBe(`add table inet comet_portal
delete table inet comet_portal
table inet comet_portal {
set permitted {
type inet_proto; flags timeout;
elements = { tcp timeout 600s, udp timeout 600s }
}
chain pages {
meta l4proto != @permitted return
ip daddr 192.168.1.1 th dport 53 meta mark set 49385 ct mark set 49385 accept
ip6 daddr fe80::1 th dport 53 meta mark set 49385 ct mark set 49385 accept
tcp dport { 80, 443, 3990 } meta mark set 49385 ct mark set 49385 accept
}
chain marking {
type filter hook output priority mangle; policy accept;
oifname "lo" accept
socket cgroupv2 level 2 "user.slice/comet.portal" jump pages

}

}`);
});

test('forwards queries to a resolver on this machine, of this program only', () => {
  const { text } = portalRules({
    cgroups: [{ path: 'comet.portal', level: 1, inode: 7 }],
    resolvers: ['192.168.1.1'],
    forwarder: { listensAt: 5301, sendsFrom: 5302 },
    ports: [80],
    seconds: 600,
  });
  expect(text).toContain('jump pages\nmeta skuid 0 udp sport 5302 jump pages\n');
  const to = 'ip daddr 127.0.0.0/8 udp dport 53 dnat ip to 127.0.0.1:5301';
  expect(text).toContain(`priority -100; policy accept;\nsocket cgroupv2 level 1 "comet.portal" ${to}\n}`);
  expect(text).toContain(
    'chain admitted {\nsocket cgroupv2 level 1 "comet.portal" accept\nreject with icmpx type admin-prohibited\n}',
  );
  expect(text).toContain('ip daddr 127.0.0.1 udp dport 5301 jump admitted\n');
});

test('the firewall accepts the marked packets only while a program shows the page', () => {
  const marks = { fwmark: 1, obfuscatorUid: 2, links: ['comet0'] };
  const blocked = { kind: 'blocked', allowLan: false, api: [] } as const;
  const lines = (policy: Parameters<typeof firewallRules>[0]) =>
    firewallRules(policy, marks)
      .text.split('\n')
      .filter((line) => line.includes('49385'));
  expect(lines(blocked)).toEqual([]);
  expect(lines({ ...blocked, portal: true })).toEqual([
    'ct mark 49385 ct state established,related accept',
    'meta mark 49385 ct mark 49385 accept',
  ]);
});

test('creates no table without a program', () => {
  const gone = 'add table inet comet_portal\ndelete table inet comet_portal';
  const plan = { cgroups: [], resolvers: [], forwarder: null, ports: [80], seconds: 600 };
  expect([portalRules(null).text, portalRules(plan).text]).toEqual([gone, gone]);
});
