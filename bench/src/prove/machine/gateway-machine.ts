import { installGateway } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import type { BuiltPackages, RunningStack } from '@comet/stack';
import { bootGuest, type Guest } from './guest.ts';
import { useStaticNetwork } from './static-network.ts';

/** A gateway under Debian's kernel with the package as shipped. */
export interface GatewayMachine {
  readonly guest: Guest;
  readonly lab: Lab;
  readonly stack: RunningStack;
  close(): Promise<void>;
}

/** Boots a machine in the place of gw-nl and installs the gateway's package, which enrols. */
export async function startGatewayMachine(
  stack: RunningStack,
  packages: BuiltPackages,
  folders: { readonly folder: string; readonly packages: string },
): Promise<GatewayMachine> {
  const { lab } = stack;
  if (lab === undefined) throw new Error('This machine cannot run the lab');
  const guest = await bootGuest({ lab, host: 'gw-nl', ...folders });
  try {
    await useStaticNetwork(guest, lab.hosts['gw-nl'], 'internet');
    await installGateway(guest, packages, stack, lab);
    return { guest, lab, stack, close: () => guest.close() };
  } catch (error) {
    await guest.close();
    throw error;
  }
}
