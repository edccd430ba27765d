import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import type { Customer } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import { certificatesOf, writeOpenvpnClientConfig } from '@comet/tunnel-config';

/** Stock OpenVPN on the client, with the file that the customer would download. */
export interface BareOpenvpn {
  /** Starts it and ends when its routes are up, as `wg-quick up` does. */
  readonly up: readonly string[];
  down(): Promise<void>;
}

/** Writes the file for the location's UDP server, and what waits for it, into `folder`. */
export async function bareOpenvpn(
  lab: Lab,
  customer: Customer,
  location: string,
  folder: string,
): Promise<BareOpenvpn> {
  const { credentials } = await customer.client.call(api.showOpenvpnCredentials, {});
  const profile = await customer.client.call(api.chooseOpenvpnProfile, {
    query: { location, variant: 'udp' },
  });
  const offer = profile.offers.find(({ variant }) => variant === 'udp');
  const written = writeOpenvpnClientConfig({
    remote: { address: profile.ipv4, port: offer?.port ?? 0, transport: 'udp' },
    serverName: profile.serverName,
    certificateAuthorities: certificatesOf(profile.ca) ?? [],
    tlsCryptV2ClientKey: profile.tlsCryptV2ClientKey,
    credentials,
  });
  if (!written.ok) throw new Error(`The file has an invalid ${written.error.field}`);
  const path = (name: string): string => join(folder, name);
  await writeFile(path('comet.ovpn'), written.value, { mode: 0o600 });
  await writeFile(path('told.sh'), `#!/bin/sh\necho up >${path('told')}\n`);
  await chmod(path('told.sh'), 0o755);
  const { code, stderr } = await lab.exec('client', ['mkfifo', path('told')]);
  if (code !== 0) throw new Error(stderr);
  const options = `--script-security 2 --route-up ${path('told.sh')} --writepid ${path('pid')} --daemon`;
  return {
    up: ['sh', '-c', `openvpn --config ${path('comet.ovpn')} ${options} && read -r _ <${path('told')}`],
    async down() {
      const pid = (await readFile(path('pid'), 'utf8')).trim();
      await lab.exec('client', ['kill', pid]);
      while ((await lab.exec('client', ['kill', '-0', pid])).code === 0) await sleep(20);
    },
  };
}
