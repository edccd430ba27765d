import type { Lab, LabHostName } from '@comet/lab';

/** Where a gateway of the lab takes tunnels: its door and the servers of OpenVPN, at the ports that a gateway has by itself. */
const PORTS = {
  tcp: [443, 1195, 8443, 8388, 9443],
  udp: [51_820, 1194],
} as const;

/** Every variant of OpenVPN: a machine that lacks a program of theirs has no lab. */
const VARIANTS: readonly string[] = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'];

/**
 * Whether everything that a gateway of the lab serves is there. The control plane keeps what was offered before a restart, so its
 * word alone would not do.
 */
export async function hears(lab: Pick<Lab, 'exec'>, host: LabHostName): Promise<boolean> {
  const { stdout } = await lab.exec(host, ['ss', '-Hltun']);
  return hearsAll(stdout);
}

/** Whether sockets stand at all ports, in what `ss -Hltun` prints. */
export function hearsAll(sockets: string): boolean {
  const open = new Set(
    sockets.split('\n').map((line) => {
      const [protocol, , , , local = ''] = line.trim().split(/\s+/);
      return `${protocol} ${local.slice(local.lastIndexOf(':') + 1)}`;
    }),
  );
  return Object.entries(PORTS).every(([protocol, ports]) =>
    ports.every((port) => open.has(`${protocol} ${port}`)),
  );
}

/** What the list of locations says of one, as far as it matters here. */
interface Offered {
  readonly code: string;
  readonly online: boolean;
  readonly protocols: readonly string[];
  readonly variants: readonly string[];
}

/**
 * Whether the control plane has heard from a gateway of the location and would send clients there, by whatever way they choose. One that
 * takes its time to answer, or refuses to, does not say so yet.
 */
export async function isOffered(api: string, code: string): Promise<boolean> {
  try {
    const answer = await fetch(`${api}/api/v1/locations`, { signal: AbortSignal.timeout(2_000) });
    const { locations } = (await answer.json()) as { readonly locations: readonly Offered[] };
    return answer.ok && offersAll(locations, code);
  } catch {
    return false;
  }
}

export function offersAll(locations: readonly Offered[], code: string): boolean {
  const location = locations.find((one) => one.code === code);
  return (
    location !== undefined &&
    location.online &&
    ['wireguard', 'openvpn'].every((protocol) => location.protocols.includes(protocol)) &&
    VARIANTS.every((variant) => location.variants.includes(variant))
  );
}
