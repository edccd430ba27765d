import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import type { Lab, LabHostName } from '@comet/lab';
import { certificatesOf, writeOpenvpnClientConfig } from '@comet/tunnel-config';
import type { Customer } from '../support/customer.ts';

export interface StockOpenvpn {
  /** Resolves when the tunnel is up; rejects with OpenVPN's output if OpenVPN exits first. */
  readonly up: Promise<void>;
  readonly ended: Promise<void>;
  kill(): void;
}

/** Starts stock OpenVPN on a lab host with the customer's configuration for the location's UDP server and further `options`. */
export async function startOpenvpn(
  lab: Lab,
  host: LabHostName,
  customer: Customer,
  location: string,
  ...options: readonly string[]
): Promise<StockOpenvpn> {
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
  if (!written.ok) throw new Error(written.error.field);
  const folder = await mkdtemp(join(tmpdir(), 'comet-openvpn-'));
  const file = join(folder, 'comet.ovpn');
  await writeFile(file, written.value, { mode: 0o600 });
  const child = lab.spawn(host, ['openvpn', '--config', file, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => rm(folder, { recursive: true }));
  const up = new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Initialization Sequence Completed')) resolve();
    });
    child.once('close', () => reject(new Error(`openvpn ended: ${output}`)));
  });
  return { up, ended, kill: () => void child.kill('SIGKILL') };
}
