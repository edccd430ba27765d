import { setTimeout as sleep } from 'node:timers/promises';
import { networks } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import { execOrThrow } from '../tunnels/manual-wireguard.ts';
import { measureClientGrowth, untilProtected } from './client-growth.ts';
import type { Fault } from './fault.ts';

/** Milliseconds without a link at each change, and from the first reply to the next change. */
const pauses = { withoutLink: 200, connected: 500 };

type Network = (typeof networks)['home' | 'cafe'];

/** The daemon as shipped, connected all the time, while its machine moves between two networks of different subnets and routers. */
export const clientRoaming: Fault = {
  name: 'client-roaming',
  title: '300 changes of the network of the connected client',
  needsCluster: false,
  needsLab: true,
  reduced: null,
  measure: ({ signedInClient, log }) =>
    signedInClient(async (client) => {
      const { lab } = client;
      const changes = { name: 'changes', warmUp: 60, measured: 240, perSample: 6 };
      await serveCafe(lab);
      try {
        return await measureClientGrowth(
          client,
          {
            ...changes,
            async run(turn) {
              await leave(lab);
              await sleep(pauses.withoutLink);
              await enter(lab, turn % 2 === 0 ? networks.home : networks.cafe);
              await untilProtected(lab);
              await sleep(pauses.connected);
            },
          },
          log,
        );
      } finally {
        await enter(lab, networks.home);
      }
    }),
};

/** Makes the lab's router also serve the other network, whose IPv4 addresses it translates. */
async function serveCafe(lab: Lab): Promise<void> {
  const { router, client } = networks.cafe;
  const [ipv4, ipv6] = router;
  await execOrThrow(lab, 'router', ['ip', 'address', 'replace', `${ipv4}/24`, 'dev', 'lan']);
  await execOrThrow(lab, 'router', ['ip', 'address', 'replace', `${ipv6}/64`, 'dev', 'lan', 'nodad']);
  const table = 'inet roaming';
  const { uplink } = lab.hosts.router;
  const rules = [
    ...[`add table ${table}`, `delete table ${table}`, `add table ${table}`],
    `add chain ${table} out { type nat hook postrouting priority srcnat; }`,
    `add rule ${table} out ip saddr ${client[0]} oifname "${uplink}" masquerade`,
  ];
  await execOrThrow(lab, 'router', ['nft', rules.join('; ')]);
}

/** Disconnects the client from its network, like an unplugged cable. */
async function leave(lab: Lab): Promise<void> {
  const { uplink } = lab.hosts.client;
  await execOrThrow(lab, 'client', ['ip', 'link', 'set', uplink, 'down']);
  await execOrThrow(lab, 'client', ['ip', 'address', 'flush', 'dev', uplink]);
}

/** Connects the client to a network; idempotent. */
async function enter(lab: Lab, { client, router }: Network): Promise<void> {
  const { uplink } = lab.hosts.client;
  for (const address of client)
    await execOrThrow(lab, 'client', [
      ...['ip', 'address', 'replace', address, 'dev', uplink],
      ...(address.includes(':') ? ['nodad'] : []),
    ]);
  await execOrThrow(lab, 'client', ['ip', 'link', 'set', uplink, 'up']);
  for (const address of router)
    await execOrThrow(lab, 'client', ['ip', 'route', 'replace', 'default', 'via', address, 'dev', uplink]);
}
