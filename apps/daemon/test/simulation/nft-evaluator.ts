import { parseCidr, parseIp } from '@comet/foundation';

/** An outgoing packet, with the fields that rules match. */
export interface SentPacket {
  /** The output link of the packet. */
  readonly oif: string;
  readonly saddr: string;
  readonly daddr: string;
  readonly l4: 'tcp' | 'udp' | 'icmp' | 'ipv6-icmp';
  readonly dport: number;
  readonly mark: number;
  readonly ctMark: number;
  readonly uid: number;
  /** The cgroup of its socket, below /sys/fs/cgroup. */
  readonly cgroup: string;
}

export type Verdict = 'accept' | 'drop' | 'reject' | 'policy';

/** Returns the verdict of the chain `name` for a packet (nft(8)); throws for an unknown expression. `policy`: no rule matched. */
export function evaluate(
  text: string,
  name: string,
  packet: SentPacket,
): { verdict: Verdict; packet: SentPacket } {
  const body = text.split(`chain ${name} {\n`)[1]?.split('\n}')[0];
  if (body === undefined) return { verdict: 'policy', packet };
  let current = packet;
  for (const rule of body
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')) {
    const outcome = apply(rule, current);
    if (outcome === null) continue;
    current = outcome.packet;
    if (outcome.verdict !== 'policy') return outcome;
  }
  return { verdict: 'policy', packet: current };
}

type Test = (packet: SentPacket, not: boolean, value: string) => boolean;

const equals = (is: string | number, not: boolean, value: string): boolean =>
  values(value).includes(String(is)) !== not;
const within = (address: string, not: boolean, value: string): boolean =>
  values(value).some((network) => covers(network, address)) !== not;
const port =
  (...l4: readonly string[]): Test =>
  (packet, not, value) =>
    l4.includes(packet.l4) && equals(packet.dport, not, value);
const family =
  (colon: boolean, field: 'saddr' | 'daddr'): Test =>
  (packet, not, value) =>
    packet[field].includes(':') === colon && within(packet[field], not, value);

/** Expressions with one value. Expressions that never match an ordinary program's packet (replies, hop limit 255) are always false. */
const tests: Readonly<Record<string, Test>> = {
  oif: ({ oif }, not, value) => equals(`"${oif}"`, not, value),
  oifname: ({ oif }, not, value) => equals(`"${oif}"`, not, value),
  'ip saddr': family(false, 'saddr'),
  'ip daddr': family(false, 'daddr'),
  'ip6 saddr': family(true, 'saddr'),
  'ip6 daddr': family(true, 'daddr'),
  'ip6 hoplimit': () => false,
  'icmpv6 type': () => false,
  'udp dport': port('udp'),
  'tcp dport': port('tcp'),
  'th dport': port('tcp', 'udp'),
  'udp sport': () => false,
  'meta l4proto': ({ l4 }, not, value) => equals(l4, not, value),
  'meta mark': ({ mark }, not, value) => equals(mark, not, value),
  'ct mark': ({ ctMark }, not, value) => equals(ctMark, not, value),
  'meta skuid': ({ uid }, not, value) => equals(uid, not, value),
  'fib saddr type': (_, not, value) => equals('local', not, value),
};

function apply(rule: string, packet: SentPacket): { verdict: Verdict; packet: SentPacket } | null {
  let current = packet;
  let rest = rule.trim();
  while (rest !== '') {
    const set = /^(meta|ct) mark set (\d+) ?/.exec(rest);
    const verdict = /^(accept|drop|reject)\b/.exec(rest);
    const socket = /^socket cgroupv2 level \d+ "([^"]*)" ?/.exec(rest);
    const flags = /^tcp flags & rst != rst ?/.exec(rest);
    const match =
      /^((?:fib saddr type)|(?:meta|ct|ip6?|icmpv6|udp|tcp|th) \w+|oif(?:name)?) (!= )?(\{[^}]*\}|\S+) ?/.exec(
        rest,
      );
    if (verdict !== null) return { verdict: verdict[1] as Verdict, packet: current };
    if (set !== null) {
      current =
        set[1] === 'meta' ? { ...current, mark: Number(set[2]) } : { ...current, ctMark: Number(set[2]) };
      rest = rest.slice(set[0].length);
    } else if (socket !== null) {
      if (!`${current.cgroup}/`.startsWith(`${socket[1]}/`)) return null;
      rest = rest.slice(socket[0].length);
    } else if (flags !== null) {
      if (current.l4 !== 'tcp') return null;
      rest = rest.slice(flags[0].length);
    } else {
      const [whole = '', field = '', not, value = ''] = match ?? [];
      const test = tests[field];
      if (test === undefined) throw new Error(`unknown expression: ${rest}`);
      if (!test(current, not !== undefined, value)) return null;
      rest = rest.slice(whole.length);
    }
  }
  return { verdict: 'policy', packet: current };
}

function values(value: string): readonly string[] {
  return value
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((one) => one.trim());
}

/** Whether an address is in a network, or is that address. */
export function covers(network: string, address: string): boolean {
  const whole = parseIp(network);
  const prefix = whole === null ? parseCidr(network) : { address: whole, length: whole.bytes.length * 8 };
  const one = parseIp(address);
  if (prefix === null || one === null) throw new TypeError(`no addresses: ${network}, ${address}`);
  if (prefix.address.family !== one.family) return false;
  const bits = (bytes: readonly number[]) =>
    bytes
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, prefix.length);
  return bits([...prefix.address.bytes]) === bits([...one.bytes]);
}
