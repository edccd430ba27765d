import { once } from 'node:events';
import { type Lab, lan } from '@comet/lab';
import { execOrThrow } from './manual-wireguard.ts';

/** A program that creates the TUN device `link`, prints a line, returns packets, and ends when its input ends. */
interface RouterProgram {
  readonly argv: readonly string[];
  readonly link: string;
  /** Written to its standard input at first. */
  readonly input: string;
  /** MTU of the device; 1500 if omitted. */
  readonly mtu?: number;
}

const table = '100';

/**
 * Runs a program in the lab's router while `during` runs. All packets between the client's LAN and the internet with both gateways pass
 * through its TUN device, of IPv4 and IPv6 in both directions. Resolves with what it printed after its first line.
 */
export async function throughRouterProgram<T>(
  lab: Lab,
  program: RouterProgram,
  during: () => Promise<T>,
): Promise<{ readonly result: T; readonly printed: string }> {
  const child = lab.spawn('router', program.argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the router program has no input or output');
  let printed = '';
  try {
    stdin.write(program.input);
    const ended = exited.then(() => Promise.reject(new Error(`${program.argv[0]} ended`)));
    await Promise.race([once(stdout, 'data'), ended]);
    stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    for (const command of setupCommands(lab, program)) await execOrThrow(lab, 'router', command.split(' '));
    await execOrThrow(lab, 'router', ['nft', notrackRules(program.link)]);
    const result = await during();
    stdin.end();
    await exited;
    return { result, printed };
  } finally {
    for (const command of teardownCommands) await lab.exec('router', command.split(' '));
    await lab.exec('router', ['nft', 'delete table inet userspace']);
    stdin.end();
    await exited;
  }
}

/** Packets pass the router twice; conntrack must see each only once, after the program. */
const notrackRules = (link: string) =>
  `add table inet userspace; add chain inet userspace arriving { type filter hook prerouting priority raw; }; add rule inet userspace arriving iifname lan ip daddr != ${lan.ipv4} notrack; add rule inet userspace arriving iifname ${link} ip daddr ${lan.ipv4} notrack`;

function setupCommands({ hosts }: Lab, { link, mtu = 1500 }: RouterProgram): string[] {
  const { uplink } = hosts.router;
  return [
    `ip link set ${link} mtu ${mtu} txqueuelen 10000 up`,
    `sysctl -q -w net.ipv4.conf.${link}.rp_filter=0 net.ipv4.conf.all.rp_filter=0`,
    `ip route add default dev ${link} table ${table}`,
    `ip -6 route add default dev ${link} table ${table}`,
    `ip rule add priority 10 iif lan lookup ${table}`,
    `ip rule add priority 11 iif ${uplink} to ${lan.ipv4} lookup ${table}`,
    `ip -6 rule add priority 10 iif lan lookup ${table}`,
    `ip -6 rule add priority 11 iif ${uplink} to ${lan.ipv6} lookup ${table}`,
  ];
}

const teardownCommands = ['ip', 'ip -6'].flatMap((ip) =>
  [10, 11].map((priority) => `${ip} rule del priority ${priority}`),
);
