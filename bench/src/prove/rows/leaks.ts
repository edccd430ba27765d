import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientMachine } from '../machine/client-machine.ts';
import { control, type Figure, holds, none, type Proof } from '../proof.ts';

/** Time in ms for which a capture watches a state that lasts. */
const WATCH_MS = 3_000;

const watch = (): Promise<void> => sleep(WATCH_MS);

/** Drops all packets of a host. */
const ISOLATED = ['input', 'output']
  .map((hook) => `add chain inet isolated ${hook} { type filter hook ${hook} priority -300; policy drop; }`)
  .reduce((batch, chain) => `${batch}; ${chain}`, 'add table inet isolated');

/** Runs `work` while the gateway neither receives nor sends. */
async function whileGatewayIsDead(machine: ClientMachine, work: () => Promise<void>): Promise<void> {
  const { lab } = machine;
  for (const host of ['gw-nl', 'gw-jp'] as const) await lab.exec(host, ['nft', ISOLATED]);
  try {
    await work();
  } finally {
    for (const host of ['gw-nl', 'gw-jp'] as const)
      await lab.exec(host, ['nft', 'delete', 'table', 'inet', 'isolated']);
  }
}

async function prove(machine: ClientMachine): Promise<readonly Figure[]> {
  const { guest, user, lab } = machine;
  const gateway = lab.hosts['gw-nl'].ipv4;
  const figures: Figure[] = [];
  const cell = async (what: string, work: () => Promise<void>): Promise<void> => {
    figures.push(none(`outside during ${what}`, await machine.outsideDuring(work)));
  };
  const controlled = async (what: string, work: () => Promise<void>): Promise<void> => {
    figures.push(control(what, (await machine.outsideDuring(work)).length, 'packets'));
  };

  await controlled('unprotected', watch);
  await user.comet('lockdown', 'on');
  await machine.seenAs(null);
  await cell('lockdown', watch);
  await cell('connect', machine.connect);
  figures.push(holds('WireGuard of the kernel', await isKernelDevice(machine)));
  await cell('reconnect', async () => {
    await user.comet('connect', 'jp-tyo');
    await machine.seenAs(lab.hosts['gw-jp'].ipv4);
    await user.comet('connect', 'nl-ams');
    await machine.seenAs(gateway);
  });
  await cell('the death of the gateways', () =>
    whileGatewayIsDead(machine, async () => {
      await machine.seenAs(null);
      await watch();
    }),
  );
  await cell('the recovery', () => machine.seenAs(gateway));
  await cell('the death of cometd', async () => {
    await guest.output('systemctl', 'kill', '--signal=KILL', '--kill-whom=main', 'cometd.service');
    // The kernel's tunnel goes on meanwhile.
    await machine.state('connected');
    await machine.seenAs(gateway);
  });
  await cell('disconnect under lockdown', async () => {
    await user.comet('disconnect');
    await machine.seenAs(null);
    await watch();
  });
  await user.comet('lockdown', 'off');
  await machine.connect();
  await controlled('connected, without our rules', () => machine.withoutRules(watch));
  await machine.connect();
  await controlled('dead gateways, without our rules', () =>
    whileGatewayIsDead(machine, () => machine.withoutRules(watch)),
  );
  await machine.connect();
  await controlled('disconnect without lockdown', async () => {
    await user.comet('disconnect');
    await watch();
  });
  return figures;
}

/** Returns whether the tunnel is a device of Debian's WireGuard module, and no wireguard-go runs. */
async function isKernelDevice({ guest }: ClientMachine): Promise<boolean> {
  const links = await guest.output('ip', '-details', 'link', 'show', 'type', 'wireguard');
  const { code } = await guest.run(['pgrep', '-f', 'wireguard-go']);
  return links.includes('comet') && code !== 0;
}

export const leaks: Proof = {
  name: 'leaks',
  title: 'Leak matrix on WireGuard of the kernel',
  prove,
};
