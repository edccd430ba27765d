import { coversTooMuch, freshSettings, type Transport } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import { covers, evaluate, type SentPacket } from '../../test/simulation/nft-evaluator.ts';
import { admittanceOf } from '../platform/admission/admission-endpoint.fake.ts';
import { firewallRules } from '../platform/firewall/firewall-rules.ts';
import { type PolicySettings, policyOf } from '../tunnel/policy.ts';
import type { Connecting, State } from '../tunnel/state.ts';
import type { Session } from '../model/session.ts';
import { fresh } from '../model/goal.ts';
import { splitMark, splitRules, type SplitPlan } from '../platform/firewall/split-rules.ts';

const links = { wireguard: 'comet0', openvpn: 'comet0-ovpn' };
const marks = { fwmark: 0xc0_e7, obfuscatorUid: 61_007, links: Object.values(links) };
const cgroups = [{ path: 'comet.split', level: 1, inode: 7 }];
const [gateway, entry] = [gateways[0]!, gateways[1]!];
const lease = { ipv4: '100.80.0.7', ipv6: 'fd00:c0:e7:80::7', dns: ['100.64.0.1'], mtu: 1500 };

const ways: readonly Transport[] = [
  { protocol: 'wireguard' },
  ...(['udp', 'tcp', 'tls'] as const).map((variant): Transport => ({ protocol: 'openvpn', variant })),
];
const byWireguard: Session = {
  protocol: 'wireguard',
  gateway,
  ticket: 't',
  publicKey: 'k',
  admittance: admittanceOf(gateway),
};

/** A session by each protocol, and through two gateways. */
const sessions: readonly Session[] = [
  byWireguard,
  { ...byWireguard, via: { gateway: entry, admittance: { ...admittanceOf(entry), ipv4: '100.64.8.8' } } },
  ...(['udp', 'tcp', 'tls'] as const).map(
    (variant): Session => ({ protocol: 'openvpn', gateway, variant, lease }),
  ),
];
const common = { since: new Date(0), key: 'state' };
const goal = { location: null };
const connected = sessions.map(
  (session): State => ({ ...common, kind: 'connected', goal, session, fallback: null }),
);
const connecting = (more: Partial<Pick<Connecting, 'connectionAttempt' | 'admitted'>>): Connecting => ({
  ...common,
  kind: 'connecting',
  goal,
  connectionAttempt: null,
  others: [],
  attempt: 1,
  firstFailure: null,
  admitted: null,
  past: fresh,
  ...more,
});
const states: readonly State[] = [
  ...connected,
  ...sessions.map((session) =>
    connecting({
      connectionAttempt: { gateway, transport: { protocol: 'wireguard' }, isFallback: false },
      admitted: session,
    }),
  ),
  ...ways.map((transport) => connecting({ connectionAttempt: { gateway, transport, isFallback: false } })),
  connecting({
    connectionAttempt: { gateway, transport: { protocol: 'wireguard' }, isFallback: false, via: entry },
  }),
  connecting({}),
  { ...common, kind: 'disconnected', refusal: null },
  ...(['gateway_unreachable', 'subscription_required'] as const).map(
    (reason): State => ({ ...common, kind: 'error', goal, reason, retryAt: null, past: fresh }),
  ),
];

const ipv4 = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((bytes) => bytes.join('.'));
const ipv6 = fc
  .array(fc.nat(0xffff), { minLength: 7, maxLength: 7 })
  .map((words) => ['2001', ...words.map((word) => word.toString(16))].join(':'));
const network = fc.oneof(
  fc
    .tuple(ipv4, fc.integer({ min: 8, max: 32 }))
    .map(([address, length]) => ({ address, cidr: `${address}/${length}` })),
  fc
    .tuple(ipv6, fc.integer({ min: 16, max: 128 }))
    .map(([address, length]) => ({ address, cidr: `${address}/${length}` })),
);
const given = fc.record({
  mode: fc.constantFrom('off', 'exclude', 'include'),
  networks: fc
    .array(network, { maxLength: 4 })
    .filter((networks) => !coversTooMuch(networks.map(({ cidr }) => cidr))),
  lockdown: fc.boolean(),
  state: fc.constantFrom(...states),
  isNamed: fc.boolean(),
  /** A destination in one of the named networks, or any address. */
  towards: fc.option(fc.nat(3)),
  elsewhere: fc.oneof(
    ipv4,
    ipv6,
    fc.constantFrom('203.0.113.10', gateway.address, entry.address, '192.168.1.1'),
  ),
  l4: fc.constantFrom('tcp', 'udp', 'icmp'),
  dport: fc.constantFrom(53, 80, 443, 51_820, 1_194),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

/** Whether the rules allow an ordinary program's packet outside the tunnel. */
function leavesOutside({ mode, networks, lockdown, state, isNamed, towards, elsewhere, l4, dport }: Given) {
  const settings: PolicySettings = {
    ...{ ...freshSettings, lockdown, splitTunnel: { mode } },
    ...{ api: [{ host: '203.0.113.10', port: 443 }], dashboard: [], links },
  };
  const policy = policyOf(state, settings);
  if (policy === null) return null;
  const plan: SplitPlan = {
    ...{ mode, networks: networks.map(({ cidr }) => cidr), cgroups },
    ...{ routeLinks: ['wg-r1'], tunnelDns: [] },
  };
  const tunnel = policy.kind === 'connected' ? policy.tunnel : null;
  const daddr = (towards === null ? undefined : networks[towards]?.address) ?? elsewhere;
  const isV6 = daddr.includes(':');
  const sent: SentPacket = {
    oif: tunnel?.link ?? 'cable',
    saddr: (isV6 ? tunnel?.ipv6 : tunnel?.ipv4) ?? (isV6 ? '2001:db8:77::10' : '192.168.77.10'),
    ...{ daddr, dport, mark: 0, ctMark: 0, uid: 1000 },
    l4: l4 === 'icmp' && isV6 ? 'ipv6-icmp' : l4,
    cgroup: isNamed ? 'comet.split/app' : 'user.slice',
  };
  const rules = firewallRules(policy, marks).text;
  // Both chains are of type `route`: marked packets are routed again.
  const { packet } = evaluate(rules, 'marking', evaluate(splitRules(plan).text, 'marking', sent).packet);
  const routed =
    packet.mark === splitMark || packet.mark === marks.fwmark ? { ...packet, oif: 'cable' } : packet;
  const { verdict } = evaluate(rules, 'output', routed);
  const isOut = verdict === 'accept' && routed.oif === 'cable';
  const isOfNetworks = plan.networks.some((cidr) => covers(cidr, daddr)) && (dport !== 53 || l4 === 'icmp');
  return { isOut, isOfNetworks, isInNetworks: plan.networks.some((cidr) => covers(cidr, daddr)) };
}

const runs = { numRuns: 3_000 };

test('under lockdown without a tunnel, nothing leaves for any accepted setting', () => {
  fc.assert(
    fc.property(given, (one) => {
      const state =
        one.state.kind === 'connected'
          ? ({ ...common, kind: 'disconnected', refusal: null } as const)
          : one.state;
      expect(leavesOutside({ ...one, state, lockdown: true })?.isOut).toBe(false);
    }),
    runs,
  );
});

test('with a tunnel by any protocol, exactly the excluded traffic leaves outside, with lockdown or without', () => {
  const state = fc.constantFrom(...connected);
  fc.assert(
    fc.property(given, state, (one, up) => {
      const found = leavesOutside({ ...one, state: up, mode: 'exclude' });
      expect(found?.isOut).toBe(one.isNamed || found?.isOfNetworks);
    }),
    runs,
  );
});

test('traffic for the tunnel never leaves outside it', () => {
  fc.assert(
    fc.property(given, (one) => {
      const found = leavesOutside({ ...one, mode: 'include', lockdown: false });
      if (found !== null && (one.isNamed || found.isInNetworks)) expect(found.isOut).toBe(false);
    }),
    runs,
  );
});

test('without split tunnelling nothing leaves outside if rules are in force', () => {
  fc.assert(
    fc.property(given, (one) => {
      expect(leavesOutside({ ...one, mode: 'off' })?.isOut ?? false).toBe(false);
    }),
    runs,
  );
});

test('control: excluded networks leave with a tunnel, and without one if lockdown is off', () => {
  const named: Given = {
    ...{ mode: 'exclude', networks: [{ address: '198.51.100.1', cidr: '198.51.100.0/24' }], lockdown: false },
    ...{ isNamed: false, towards: 0, elsewhere: '198.51.100.1', l4: 'tcp', dport: 443 },
    state: states[0]!,
  };
  const withRules = states.filter(({ kind }) => kind !== 'disconnected');
  for (const state of withRules) expect(leavesOutside({ ...named, state })?.isOut).toBe(true);
});
