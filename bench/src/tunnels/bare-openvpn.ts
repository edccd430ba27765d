import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import type { Customer } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import { certificatesOf, writeOpenvpnClientConfig } from '@comet/tunnel-config';
import { startObfuscator, type Variant } from './manual-obfuscation.ts';
import { execOrThrow } from './manual-wireguard.ts';

/** Stock OpenVPN on the client, with the customer's configuration file. */
export interface BareOpenvpn {
  /** Command that starts OpenVPN and exits when the routes are up, like `wg-quick up`. */
  readonly up: readonly string[];
  down(): Promise<void>;
  /** Ends the obfuscation program, if any. */
  close(): Promise<void>;
}

/**
 * Writes the configuration file for the location's server of a variant and the route-up script into `folder`; starts the variant's
 * obfuscation program.
 */
export async function bareOpenvpn(
  lab: Lab,
  customer: Customer,
  location: string,
  folder: string,
  variant: Variant,
): Promise<BareOpenvpn> {
  const { credentials } = await customer.client.call(api.showOpenvpnCredentials, {});
  const profile = await customer.client.call(api.chooseOpenvpnProfile, {
    query: { location, variant },
  });
  const port = (of: Variant): number => profile.offers.find((one) => one.variant === of)?.port ?? 0;
  const obfuscator = await startObfuscator(lab, profile, variant, folder);
  const written = writeOpenvpnClientConfig({
    remote:
      obfuscator === null || obfuscator.port === null
        ? { address: profile.ipv4, port: port(variant), transport: variant === 'udp' ? 'udp' : 'tcp' }
        : { address: '127.0.0.1', port: obfuscator.port, transport: 'tcp' },
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
  const options = `--script-security 2 --route-up ${path('told.sh')} --writepid ${path('pid')} ${obfuscator?.options.join(' ') ?? ''} --daemon`;
  return {
    up: ['sh', '-c', `openvpn --config ${path('comet.ovpn')} ${options} && read -r _ <${path('told')}`],
    async down() {
      const pid = (await readFile(path('pid'), 'utf8')).trim();
      await lab.exec('client', ['kill', pid]);
      while ((await lab.exec('client', ['kill', '-0', pid])).code === 0) await sleep(20);
    },
    close: async () => obfuscator?.stop(),
  };
}

/** Sets the client to a variant of OpenVPN while `during` runs, then back to the automatic protocol. */
export async function withOpenvpnVariant<T>(
  lab: Lab,
  variant: Variant,
  during: () => Promise<T>,
): Promise<T> {
  await execOrThrow(lab, 'client', ['comet', 'set', 'protocol', 'openvpn']);
  await execOrThrow(lab, 'client', ['comet', 'set', 'variant', variant]);
  try {
    return await during();
  } finally {
    await execOrThrow(lab, 'client', ['comet', 'set', 'protocol', 'automatic']);
  }
}
