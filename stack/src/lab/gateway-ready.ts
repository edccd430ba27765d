import type { Lab, LabHostName } from '@comet/lab';

/** Default ports on which a gateway of the lab accepts tunnels: admission and the OpenVPN servers. */
const PORTS = {
  tcp: [443, 1195, 8443, 8388, 9443],
  udp: [51_820, 1194],
} as const;

/** Every OpenVPN variant; the lab requires the programs of all of them. */
const VARIANTS: readonly string[] = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'];

/**
 * Returns whether a gateway of the lab listens on all its ports. The control plane still offers what was reported before a restart, so its
 * response is not sufficient.
 */
export async function isServingTunnels(lab: Pick<Lab, 'exec'>, host: LabHostName): Promise<boolean> {
  const { stdout } = await lab.exec(host, ['ss', '-Hltun']);
  return listensOnAllPorts(stdout);
}

/** Returns whether the output of `ss -Hltun` has a socket for every port. */
export function listensOnAllPorts(sockets: string): boolean {
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

/** The fields of a location that are used here. */
interface Offered {
  readonly code: string;
  readonly online: boolean;
  readonly protocols: readonly string[];
  readonly variants: readonly string[];
}

/** Returns whether the control plane lists the location as online with every transport. False if the request fails. */
export async function isOffered(api: string, code: string): Promise<boolean> {
  try {
    const response = await fetch(`${api}/api/v1/locations`, { signal: AbortSignal.timeout(2_000) });
    const { locations } = (await response.json()) as { readonly locations: readonly Offered[] };
    return response.ok && offersAll(locations, code);
  } catch {
    return false;
  }
}

/** Returns whether a location is online with WireGuard, OpenVPN and every variant of OpenVPN. */
export function offersAll(locations: readonly Offered[], code: string): boolean {
  const location = locations.find((one) => one.code === code);
  return (
    location !== undefined &&
    location.online &&
    ['wireguard', 'openvpn'].every((protocol) => location.protocols.includes(protocol)) &&
    VARIANTS.every((variant) => location.variants.includes(variant))
  );
}
