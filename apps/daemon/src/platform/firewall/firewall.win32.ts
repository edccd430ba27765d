import { jsonOf, formatIp, parseCidr, parseIp } from '@comet/foundation';
import * as z from 'zod/mini';
import { address, port } from '../system/rule-tokens.ts';
import { mustRun, type RunTool, powershell, windowsPrograms } from '../system/run-tool.ts';
import { lanPrefixes } from './firewall-gateway.ts';
import { type Firewall, type FirewallPolicy, hasProgramSender } from './firewall.ts';

const families = [
  { family: 4, length: 4 },
  { family: 6, length: 16 },
] as const;

/**
 * Returns all addresses except these, of both families, as ranges `first-last`: for a packet filter that can only block listed
 * addresses. Accepts addresses and CIDRs; throws a TypeError for anything else.
 */
export function complementOf(exempt: readonly string[]): string[] {
  const spans = exempt.map(spanOf);
  return families.flatMap(({ family, length }) => {
    const end = 1n << BigInt(length * 8);
    const ranges: string[] = [];
    let next = 0n;
    const add = (until: bigint): void => {
      if (until > next) ranges.push(`${textOf(next, family, length)}-${textOf(until - 1n, family, length)}`);
    };
    const own = spans
      .filter((span) => span.family === family)
      .toSorted((one, other) => (one.first < other.first ? -1 : 1));
    for (const { first, last } of own) {
      add(first);
      if (last + 1n > next) next = last + 1n;
    }
    add(end);
    return ranges;
  });
}

function spanOf(text: string): { family: 4 | 6; first: bigint; last: bigint } {
  const address = parseIp(text);
  const prefix = address === null ? parseCidr(text) : { address, length: address.bytes.length * 8 };
  if (prefix === null) throw new TypeError('refused an address');
  const { family, bytes } = prefix.address;
  const host = BigInt(bytes.length * 8 - prefix.length);
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const first = (value >> host) << host;
  return { family, first, last: first + (1n << host) - 1n };
}

function textOf(value: bigint, family: 4 | 6, length: number): string {
  const bytes = Array.from({ length }, (_, index) =>
    Number((value >> BigInt((length - 1 - index) * 8)) & 0xffn),
  );
  return formatIp({ family, bytes });
}

/** Arguments of `netsh advfirewall firewall add rule`, after the rule's name. */
export type Rule = readonly string[];

const loopback = ['127.0.0.0/8', '::1'];
/** Traffic that a station needs on its link to get an address and find neighbours; no router forwards it. */
const linkLocal = ['fe80::/10', 'ff02::/16', '255.255.255.255'];

/** Blocks all traffic except on the loopback. */
const blockAll: readonly Rule[] = [
  ['dir=out', 'protocol=any', remote(complementOf(loopback))],
  ['dir=in', 'protocol=any', remote(complementOf(loopback))],
];

/**
 * Returns a policy as rules of Windows' firewall. There a block rule precedes every allow rule, and "all but" cannot be expressed: so all
 * rules block, and each lists the complement of the allowed addresses. The tunnel is identified by its own addresses, which leave
 * by its link only. The rules cannot match the sending program: every program may send to the gateway's ports and to
 * the API. Throws a TypeError for an invalid address or port, and for two gateways or a transport program.
 */
export function advfirewallRules(policy: FirewallPolicy): readonly Rule[] {
  if ('through' in policy && policy.through !== undefined) throw new TypeError('refused two gateways');
  if (hasProgramSender(policy)) throw new TypeError('refused a transport program');
  const tunnel = policy.kind === 'connected' ? policy.tunnel : null;
  const hosts = reachable(policy);
  const neighbours = policy.allowLan
    ? [...lanPrefixes.ipv4, ...lanPrefixes.ipv4Groups, ...lanPrefixes.ipv6, ...lanPrefixes.ipv6Groups]
    : [];
  const beside =
    tunnel === null
      ? []
      : [`localip=${complementOf([address(tunnel.ipv4), address(tunnel.ipv6), ...loopback]).join(',')}`];
  const exempt = [...loopback, ...linkLocal, ...neighbours, ...hosts.keys()];
  const resolvers = (tunnel?.dns ?? []).map(address);
  return [
    ['dir=out', 'protocol=any', ...beside, remote(complementOf(exempt))],
    ['dir=in', 'protocol=any', ...beside, remote(complementOf(exempt))],
    ...(policy.allowLan ? [] : linkOnly(beside)),
    ...[...hosts].flatMap(([host, ports]) => onlyAt(host, ports, beside)),
    ...(['udp', 'tcp'] as const).map((protocol) => [
      'dir=out',
      `protocol=${protocol}`,
      'remoteport=53',
      remote(complementOf([...loopback, ...resolvers, ...dataPlaneAt53(policy, protocol)])),
    ]),
  ];
}

/** The gateway, if its data plane is at port 53, which is otherwise open for the tunnel's resolvers only. */
function dataPlaneAt53(policy: FirewallPolicy, protocol: 'udp' | 'tcp'): readonly string[] {
  if (policy.kind === 'blocked') return [];
  const { address: gateway, dataPlane } = policy.gateway;
  return dataPlane.port === 53 && dataPlane.transport === protocol ? [address(gateway)] : [];
}

/** Traffic of our own link: requesting an address (DHCP), and no other traffic with ports. */
function linkOnly(beside: readonly string[]): Rule[] {
  return [
    ['dir=out', 'protocol=udp', ...beside, `remoteport=${otherPorts([67, 547])}`, remote(linkLocal)],
    ['dir=out', 'protocol=tcp', ...beside, remote(linkLocal)],
  ];
}

interface Ports {
  readonly udp: number[];
  readonly tcp: number[];
}

/** The hosts that may be contacted outside the tunnel, and their ports. */
function reachable(policy: FirewallPolicy): ReadonlyMap<string, Ports> {
  const hosts = new Map<string, Ports>();
  const at = (host: string): Ports => {
    const ports = hosts.get(address(host)) ?? { udp: [], tcp: [] };
    hosts.set(host, ports);
    return ports;
  };
  if (policy.kind !== 'connected') for (const one of policy.api) at(one.host).tcp.push(one.port);
  if (policy.kind === 'blocked') {
    for (const one of policy.dashboard ?? []) at(one.host).tcp.push(one.port);
    return hosts;
  }
  const { gateway } = policy;
  at(gateway.address)[gateway.dataPlane.transport].push(gateway.dataPlane.port);
  if (policy.kind === 'connecting' && gateway.admissionPort !== null)
    at(gateway.address).tcp.push(gateway.admissionPort);
  return hosts;
}

/** Blocks every other port of a host, and its echo requests. */
function onlyAt(host: string, ports: Ports, beside: readonly string[]): Rule[] {
  const closed = (['udp', 'tcp'] as const).map((protocol) => [
    'dir=out',
    `protocol=${protocol}`,
    ...beside,
    ...(ports[protocol].length === 0 ? [] : [`remoteport=${otherPorts(ports[protocol])}`]),
    remote([host]),
  ]);
  return [
    ...closed,
    ['dir=out', `protocol=${host.includes(':') ? 'icmpv6' : 'icmpv4'}`, ...beside, remote([host])],
  ];
}

function otherPorts(open: readonly number[]): string {
  const ranges: string[] = [];
  let next = 0;
  for (const one of open.map((number) => Number(port(number))).toSorted((a, b) => a - b)) {
    if (one > next) ranges.push(one - 1 === next ? String(next) : `${next}-${one - 1}`);
    next = Math.max(next, one + 1);
  }
  if (next <= 65_535) ranges.push(next === 65_535 ? '65535' : `${next}-65535`);
  return ranges.join(',');
}

function remote(addresses: readonly string[]): string {
  return `remoteip=${addresses.join(',')}`;
}

/** All rules of a kind have the same name, by which they are removed together. */
const names = { policy: 'CometVPN', hold: 'CometVPN-hold' } as const;

const firewallState = z.object({
  profiles: z.array(z.object({ Name: z.string(), Enabled: z.int(), AllowLocalFirewallRules: z.int() })),
  held: z.int(),
});

/** The effective settings of the firewall. `Enabled` and the other: 1 yes, 0 no, 2 not configured. */
const stateScript = `@{
  profiles = @(Get-NetFirewallProfile -PolicyStore ActiveStore | ForEach-Object { @{ Name = "$($_.Name)"; Enabled = [int]$_.Enabled; AllowLocalFirewallRules = [int]$_.AllowLocalFirewallRules } })
  held = @(Get-NetFirewallRule -PolicyStore ActiveStore -DisplayName '${names.hold}' -ErrorAction SilentlyContinue).Count
} | ConvertTo-Json -Compress -Depth 3`;

/**
 * Windows' firewall by netsh. It has no transactions, so all traffic is blocked first, by rules of another name; then the policy's rules
 * replace the previous ones; then the block is removed. A failure or crash in between leaves all traffic blocked. Rules
 * survive a restart of the machine, and so does lockdown. If the firewall is off, or does not accept local rules, that is reported
 * as a failure.
 */
export function windowsFirewall(run: RunTool): Firewall {
  const exec = mustRun(run);
  const rules = ['advfirewall', 'firewall'];

  async function add(name: string, words: Rule): Promise<void> {
    const fixed = ['action=block', 'profile=any', 'enable=yes'];
    await exec(windowsPrograms.netsh, [...rules, 'add', 'rule', `name=${name}`, ...fixed, ...words]);
  }

  const exists = async (name: string): Promise<boolean> =>
    (await run(windowsPrograms.netsh, [...rules, 'show', 'rule', `name=${name}`])).code === 0;

  /** netsh has the same exit code for "no such rule" and "not removed", so the rule is queried afterwards. */
  async function remove(name: string): Promise<void> {
    await run(windowsPrograms.netsh, [...rules, 'delete', 'rule', `name=${name}`]);
    if (await exists(name)) throw new Error(`netsh did not remove the rules ${name}`);
  }

  async function checkFirewall(): Promise<void> {
    const found = firewallState.safeParse(jsonOf(await powershell(run, stateScript)));
    if (!found.success) throw new Error('Windows does not report whether its firewall is on');
    const idle = found.data.profiles.find(
      ({ Enabled, AllowLocalFirewallRules }) => Enabled !== 1 || AllowLocalFirewallRules === 0,
    );
    if (idle !== undefined || found.data.profiles.length === 0)
      throw new Error(
        `Windows' firewall is off, or does not apply local rules (${idle?.Name ?? 'no profile'})`,
      );
    if (found.data.held === 0) throw new Error("Windows' firewall did not accept our rules");
  }

  return {
    async apply(policy) {
      if (policy === null) {
        await remove(names.policy);
        await remove(names.hold);
        return;
      }
      // Invalid values are rejected before any change.
      const wanted = advfirewallRules(policy);
      for (const rule of blockAll) await add(names.hold, rule);
      await checkFirewall();
      await remove(names.policy);
      for (const rule of wanted) await add(names.policy, rule);
      await remove(names.hold);
    },
    isInForce: async () => (await exists(names.policy)) || exists(names.hold),
  };
}
