import { once } from 'node:events';
import { join } from 'node:path';
import { type Lab, lan } from '@comet/lab';
import { execOrThrow } from './manual-wireguard.ts';

const link = 'delay0';
const table = '100';

/**
 * Adds `roundTrip` ms between the client's LAN and the internet with both gateways while `during` runs, for IPv4 and IPv6 in both
 * directions: the router sends the packets through a TUN device that returns them later.
 */
export async function withAddedLatency<T>(lab: Lab, roundTrip: number, during: () => Promise<T>): Promise<T> {
  const script = join(import.meta.dirname, 'delaying-router.py');
  const delayProcess = lab.spawn('router', ['python3', script, link, String(roundTrip / 2)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(delayProcess, 'exit');
  const output = delayProcess.stdout;
  if (output === null) throw new Error('the delaying router has no output');
  try {
    await Promise.race([once(output, 'data'), exited.then(() => Promise.reject(new Error('no delay')))]);
    for (const command of setupCommands(lab)) await execOrThrow(lab, 'router', command.split(' '));
    await execOrThrow(lab, 'router', ['nft', notrackRules]);
    return await during();
  } finally {
    for (const command of teardownCommands) await lab.exec('router', command.split(' '));
    await lab.exec('router', ['nft', 'delete table inet delay']);
    delayProcess.stdin?.end();
    await exited;
  }
}

/** Packets pass the router twice; conntrack must see each only once, after the delay. */
const notrackRules = `add table inet delay; add chain inet delay arriving { type filter hook prerouting priority raw; }; add rule inet delay arriving iifname lan ip daddr != ${lan.ipv4} notrack; add rule inet delay arriving iifname ${link} ip daddr ${lan.ipv4} notrack`;

function setupCommands({ hosts }: Lab): string[] {
  const { uplink } = hosts.router;
  return [
    `ip link set ${link} txqueuelen 10000 up`,
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
