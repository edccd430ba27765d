import type { StateFile } from '@comet/foundation/state-file';
import { preloadEnvironment } from '@comet/linux-network';
import { findProgram } from '../../platform/processes/find-program.ts';
import { deleteLinks, createLinks } from '../../platform/routing/openvpn-links.ts';
import { openRunDirectory } from '../../platform/files/run-directory.ts';
import { sleep } from '../../platform/clock/sleep.ts';
import { endProcessesOf, startDetached } from '../../platform/processes/unprivileged.ts';
import type { OpenvpnLinks, OpenvpnPorts } from './plan.ts';
import { programUsers } from '../authenticator/index.ts';
import { type ObfuscationSecretsFile, newObfuscationSecrets } from './secrets.store.ts';
import { linkAddresses } from './server-networks.ts';
import {
  createOpenvpnController,
  type OpenvpnController,
  type OpenvpnControllerParts,
} from './openvpn-controller.ts';

export interface OpenvpnOptions
  extends Pick<OpenvpnControllerParts, 'feed' | 'identity' | 'onFailure' | 'onFreed'> {
  readonly ports: OpenvpnPorts;
  /** The authenticator's user, and the first of its programs' users. */
  readonly user: number;
  readonly firstProgramUser: number;
  readonly runDirectory: string;
  readonly links: OpenvpnLinks;
  readonly ipv6: boolean;
  readonly obfuscation: StateFile<ObfuscationSecretsFile>;
  /** Path of the authenticator's program. */
  readonly program: string;
  /** Path of the library that is preloaded into the UDP server, if present. */
  readonly udpOffload: string;
}

/** Returns the interface names of both servers, derived from WireGuard's. */
export function openvpnLinks(wireguardInterface: string): OpenvpnLinks {
  const rest = wireguardInterface.slice(0, 11);
  return { udp: `ovu-${rest}`, tcp: `ovt-${rest}` };
}

/** The users of OpenVPN's processes. */
export function openvpnUsers({ user, firstProgramUser }: Pick<OpenvpnOptions, 'firstProgramUser' | 'user'>) {
  return [user, ...Object.values(programUsers(firstProgramUser))];
}

/**
 * Prepares the machine for OpenVPN and starts it, or adopts the processes of an earlier agent. Does nothing on a machine without OpenVPN.
 */
export async function openOpenvpn(options: OpenvpnOptions): Promise<OpenvpnController> {
  const { user, firstProgramUser, links, ipv6, ports } = options;
  const users = programUsers(firstProgramUser);
  const everyone = openvpnUsers(options);
  const [openvpn, stunnel, ssServer, obfs4proxy] = await Promise.all(
    ['openvpn', 'stunnel4', 'ss-server', 'obfs4proxy'].map(findProgram),
  );
  const programs = {
    openvpn: openvpn ?? null,
    stunnel: stunnel ?? (await findProgram('stunnel')),
    ssServer: ssServer ?? null,
    obfs4proxy: obfs4proxy ?? null,
  };
  const obfuscation = (await options.obfuscation.read()) ?? newObfuscationSecrets();
  await options.obfuscation.write(obfuscation);
  const directory = await openRunDirectory(options.runDirectory, user, users);
  if (programs.openvpn !== null) {
    const interfaces = (['udp', 'tcp'] as const).map((one) => ({
      name: links[one],
      owner: users[one],
      ...linkAddresses(one),
    }));
    await createLinks(interfaces, ipv6);
  }
  const site = createOpenvpnController({
    ...options,
    directory,
    plan: {
      programs,
      preload: preloadEnvironment(options.udpOffload),
      ports,
      ipv6,
      links,
      users,
      obfuscation,
    },
    sleep,
    async start() {
      await endProcessesOf(everyone);
      const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
      const args = [directory.socketAt('orders.sock'), String(user), String(firstProgramUser)];
      startDetached(options.program, args, environment);
    },
  });
  return {
    ...site,
    async end() {
      await site.end();
      await endProcessesOf(everyone);
      await deleteLinks([links.udp, links.tcp]);
      await directory.remove();
    },
  };
}
