import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  installClient,
  installedClient,
  newCustomerWithPlan,
  outsideFilter,
  trafficProgram,
} from '@comet/e2e';
import type { Lab } from '@comet/lab';
import type { BuiltPackages, RunningStack } from '@comet/stack';
import { bootGuest, type Guest, hardwareAddress, until } from './guest.ts';
import { useStaticNetwork } from './static-network.ts';

/** Maximum time in ms of a state change of the daemon, where the processor is emulated. */
const STATE_MS = 400_000;

/** Time in ms for which a capture goes on after what it watches. */
const AFTER_MS = 1_500;

/** The unit of the traffic, from the first second of every boot. */
const TRAFFIC_UNIT = `[Unit]
DefaultDependencies=no
After=local-fs.target
[Service]
ExecStart=/usr/lib/comet/node --disable-warning=ExperimentalWarning /usr/local/lib/traffic.ts 10
Restart=always
RestartSec=200ms
StandardOutput=null
StandardError=null
[Install]
WantedBy=sysinit.target
`;

/** A signed-in customer's machine under Debian's kernel, that sends the traffic of an unprotected one. */
export interface ClientMachine {
  readonly guest: Guest;
  readonly lab: Lab;
  readonly packages: BuiltPackages;
  readonly user: ReturnType<typeof installedClient>;
  /** Waits until the daemon is in a state. */
  state(name: string): Promise<void>;
  /** Connects by WireGuard, and waits until traffic leaves by the gateway. */
  connect(): Promise<void>;
  /** Waits until an internet host sees this address; null: no response. */
  seenAs(address: string | null): Promise<void>;
  /** Returns the packets that leave the machine's network device outside the tunnel while `work` runs and a moment after. */
  outsideDuring(work: () => Promise<void>): Promise<readonly string[]>;
  /** The same, of packets that match a filter of pcap-filter(7). */
  packetsDuring(filter: string, work: () => Promise<void>): Promise<readonly string[]>;
  /** Runs `work` without our firewall and routing rules, while the daemon, which would restore them, is stopped. */
  withoutRules(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Boots a machine in the place of the lab's client, installs the package and signs a new customer in. */
export async function startClientMachine(
  stack: RunningStack,
  packages: BuiltPackages,
  folders: { readonly folder: string; readonly packages: string },
): Promise<ClientMachine> {
  const { lab } = stack;
  if (lab === undefined) throw new Error('This machine cannot run the lab');
  const guest = await bootGuest({ lab, ...folders });
  try {
    await useStaticNetwork(guest, lab.hosts.client);
    await installClient(guest, packages, stack);
    const customer = await newCustomerWithPlan(stack.addresses);
    const isServing = async () => (await guest.run(['comet', 'status'])).code === 0;
    await until('The daemon does not respond', STATE_MS, isServing);
    const login = ['comet', 'login', '--email', customer.email];
    const { code, stderr } = await guest.run(login, { input: `${customer.password}\n` });
    if (code !== 0) throw new Error(`comet login ended with ${code}: ${stderr}`);
    await guest.write('/usr/local/lib/traffic.ts', await readFile(trafficProgram, 'utf8'));
    await guest.write('/etc/systemd/system/traffic.service', TRAFFIC_UNIT);
    await guest.output('systemctl', 'enable', '--now', 'traffic.service');
    const machine = machineOf(guest, lab, packages);
    const isSending = async () => (await machine.outsideDuring(async () => {})).length > 0;
    await until('The traffic does not start', STATE_MS, isSending);
    return machine;
  } catch (error) {
    await guest.close();
    throw error;
  }
}

function machineOf(guest: Guest, lab: Lab, packages: BuiltPackages): ClientMachine {
  const user = installedClient({ client: guest, lab });
  const { ipv4, ipv6 } = lab.hosts.client;

  async function packetsDuring(filter: string, work: () => Promise<void>): Promise<readonly string[]> {
    const capture = await lab.capture('client', 'machine', `ether src ${hardwareAddress} and (${filter})`);
    try {
      await work();
      await sleep(AFTER_MS);
    } finally {
      await capture.stop();
    }
    return capture.packets();
  }

  const machine: ClientMachine = {
    ...{ guest, lab, packages, user, packetsDuring },
    state: (name) =>
      until(`The daemon is not ${name}`, STATE_MS, async () => {
        const status = await user.status().catch(() => null);
        return status?.state === name;
      }),
    async connect() {
      await user.connectWith('wireguard');
      await machine.seenAs(lab.hosts['gw-nl'].ipv4);
    },
    seenAs: (address) =>
      until(`The machine is not seen as ${address}`, STATE_MS, async () => (await user.seen()) === address),
    async outsideDuring(work) {
      const packets = await packetsDuring(outsideFilter([ipv4, ipv6]), work);
      // An empty capture proves nothing unless the sender still runs.
      await guest.output('systemctl', 'is-active', 'traffic.service');
      return packets;
    },
    async withoutRules(work) {
      await guest.output('systemctl', 'kill', '--signal=STOP', 'cometd.service');
      try {
        await guest.output('nft', 'delete', 'table', 'inet', 'comet');
        for (const family of ['-4', '-6']) await deleteRoutingRule(guest, family);
        await work();
      } finally {
        await guest.output('systemctl', 'kill', '--signal=CONT', 'cometd.service');
      }
    },
    close: () => guest.close(),
  };
  return machine;
}

/** Deletes the routing rule that puts our table before the main one. */
async function deleteRoutingRule(guest: Guest, family: string): Promise<void> {
  const priority = priorityOfRule(await guest.output('ip', family, 'rule'));
  if (priority === null) throw new Error(`ip ${family} rule lists no rule of ours`);
  await guest.output('ip', family, 'rule', 'delete', 'priority', priority);
}

/** Returns the priority of the rule for all packets without our mark in the output of `ip rule`; null if there is none. */
export function priorityOfRule(rules: string): string | null {
  return /^(\d+):.*not.*fwmark/m.exec(rules)?.[1] ?? null;
}
