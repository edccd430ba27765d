import { certificatesOf, type OpenvpnClientConfig, writeOpenvpnClientConfig } from '@comet/tunnel-config';
import type { Variant } from '../locations/index.ts';
import type { OpenvpnProfile } from './downloads.ts';
import { helperOf } from './openvpn-helper.ts';
import type { TextFile } from './wireguard-file.ts';

type Offer = OpenvpnProfile['offers'][number];

/** Where a file is used. Linux alone needs to be shown how to apply the DNS servers that the gateway pushes. */
export type System = 'linux' | 'other';

/**
 * The files for one location and variant: what stock `openvpn` reads, and for an obfuscated variant what the program beside it reads.
 * Credentials are in none of them. Throws where the API gave a value that has no place in such a file, or no such variant.
 */
export function openvpnFiles(
  profile: OpenvpnProfile,
  location: string,
  variant: Variant,
  system: System,
): readonly TextFile[] {
  const offer = profile.offers.find((one) => one.variant === variant);
  if (offer === undefined) throw new Error(`The API gave no offer of ${variant}`);
  const name = `comet-${location}-${variant}`;
  const helper = helperOf(profile, offer, name);
  const written = writeOpenvpnClientConfig({
    remote: remoteOf(profile, offer),
    serverName: profile.serverName,
    certificateAuthorities: certificatesOf(profile.ca) ?? [],
    tlsCryptV2ClientKey: profile.tlsCryptV2ClientKey,
    ...helper?.connection,
    ...(system === 'linux' ? { dnsHook: 'resolvconf' } : {}),
  });
  if (!written.ok) throw new Error(`The API gave a wrong ${written.error.field}`);
  return [{ name: `${name}.ovpn`, text: written.value }, ...(helper?.files ?? [])];
}

function remoteOf({ ipv4 }: OpenvpnProfile, { variant, port }: Offer): OpenvpnClientConfig['remote'] {
  return { address: ipv4, port, transport: variant === 'udp' ? 'udp' : 'tcp' };
}
