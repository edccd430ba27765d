import type { ClientMachine } from '../machine/client-machine.ts';
import { control, type Figure, holds, none, type Proof } from '../proof.ts';
import { seconds } from '../../faults/fault.ts';

async function prove(machine: ClientMachine): Promise<readonly Figure[]> {
  const { guest, user, lab } = machine;
  const gateway = lab.hosts['gw-nl'].ipv4;
  await user.comet('lockdown', 'on');
  await machine.connect();
  let permitted: readonly string[] = [];
  let tunnel = 0;
  const outside = await machine.outsideDuring(async () => {
    permitted = await machine.packetsDuring('ip or ip6', async () => {
      const began = performance.now();
      await guest.reset();
      await machine.seenAs(gateway);
      tunnel = performance.now() - began;
    });
  });
  const { stdout } = await guest.run(['systemctl', 'is-active', 'comet-lockdown.service']);
  await user.comet('lockdown', 'off');
  await user.comet('disconnect');
  const unprotected = await machine.outsideDuring(() => guest.reset());
  return [
    none('outside from power-on to the tunnel', outside),
    holds('comet-lockdown.service ran', stdout.trim() === 'active'),
    { what: 'permitted packets', measured: permitted.length, unit: 'packets', bound: { atLeast: 1 } },
    seconds('tunnel after power-on', tunnel),
    control('the same boot without lockdown', unprotected.length, 'packets'),
  ];
}

export const reboot: Proof = {
  name: 'reboot',
  title: 'Lockdown from the first packet of a reboot',
  prove,
};
