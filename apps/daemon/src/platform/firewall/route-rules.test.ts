import { expect, test } from 'vitest';
import { connectionMark, type RoutePlan, routeRules } from './route-rules.ts';

const links = ['comet0-r1', 'comet0-r2', 'comet0-r3', 'comet0-r4'];
const marks = { links, fwmark: 0xc0_e7, up: [] };
const plan = (subject: string, exit: RoutePlan['exit'], more: Partial<RoutePlan> = {}): RoutePlan => ({
  ...{ kind: 'site', subject, exit, addresses: [], cgroups: [], counted: { received: 0, sent: 0 } },
  ...more,
});

test('the marks of two routes differ, also where they leave alike', () => {
  const all = [
    plan('a.example', { slot: 0 }),
    plan('a.example', { slot: 1 }),
    plan('b.example', { slot: 0 }),
    plan('a.example', 'direct'),
    plan('a.example', 'main'),
  ].map(connectionMark);
  expect(new Set(all).size).toBe(all.length);
  expect(Math.max(...all)).toBeLessThan(2 ** 32);
});

test('marked packets of a slot are rejected on every other link', () => {
  const rules = (up: readonly number[]) =>
    routeRules([plan('a.example', { slot: 1 })], { ...marks, up }, 0).text;
  for (const text of [rules([]), rules([1])])
    expect(text).toContain(`meta mark ${0xc0_f2} oifname != "comet0-r2" drop`);
  expect(rules([])).toContain(`meta mark ${0xc0_f2} goto refused`);
  expect(rules([1])).not.toContain(`meta mark ${0xc0_f2} goto refused`);
});

test('addresses keep the time that they have left, and counters their bytes', () => {
  const addresses = [
    { address: '198.51.100.1', until: 61_000 },
    { address: '198.51.100.2', until: 500 },
    { address: '2001:db8::1', until: 2_500 },
  ];
  const routed = plan('a.example', 'direct', { addresses, counted: { received: 7, sent: 9 } });
  const { text } = routeRules([routed], marks, 1_000);
  const mark = connectionMark(routed);
  expect(text).toContain(`elements = { 198.51.100.1 timeout 60s : ${mark} }`);
  expect(text).toContain(`elements = { 2001:db8::1 timeout 2s : ${mark} }`);
  expect(text).toContain('counter sent0 { packets 0 bytes 9 }');
  expect(text).toContain('counter received0 { packets 0 bytes 7 }');
});

test('a blocked program is refused, and without routes the table is removed', () => {
  const cgroups = [{ path: 'user.slice/comet.route.1', level: 2, inode: 1 }];
  const { text } = routeRules([plan('/usr/bin/steam', 'block', { kind: 'app', cgroups })], marks, 0);
  expect(text).toContain('socket cgroupv2 level 2 "user.slice/comet.route.1" goto refused');
  expect(text).not.toContain('th dport 53 goto refused');
  expect(routeRules([], marks, 0).text).toBe('add table inet comet_routes\ndelete table inet comet_routes');
});
