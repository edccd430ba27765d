import {
  openvpnVariants,
  wireguardPortChoices,
  type WireguardTransport,
  wireguardTransports,
} from '@comet/tunnel-protocol/choices';

/** A transport as the user chooses it: the arguments of each `comet set`. */
export interface ChosenTransport {
  readonly name: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
}

const wireguard = ['protocol', 'wireguard'] as const;

/** The client's own choice: it tries what it has, in its order. */
export const automatic: ChosenTransport = { name: 'automatic', settings: [['protocol', 'automatic']] };

/** Cover traffic passes and fails where scrambled WireGuard does. */
type Measured = Exclude<WireguardTransport, 'cover'>;

const titles: Readonly<Record<Measured, string>> = {
  scrambled: 'WireGuard, scrambled',
  quic: 'WireGuard over QUIC',
  tcp: 'WireGuard over TCP',
  shadowsocks: 'WireGuard over Shadowsocks 2022',
  shadowsocks_tcp: 'WireGuard over Shadowsocks 2022, TCP',
};

/** WireGuard at each UDP port, scrambled, over QUIC, TCP and Shadowsocks 2022, and every variant of OpenVPN. */
export const chosenTransports: readonly ChosenTransport[] = [
  ...wireguardPortChoices
    .filter((port) => port !== 'automatic')
    .map((port) => ({
      name: `WireGuard, UDP ${port}`,
      settings: [wireguard, ['wireguard-over', 'automatic'], ['port', port]] as const,
    })),
  ...wireguardTransports
    .filter((over): over is Measured => over !== 'cover')
    .map((over) => ({
      name: titles[over],
      settings: [wireguard, ['wireguard-over', over]] as const,
    })),
  ...openvpnVariants.map((variant) => ({
    name: `OpenVPN, ${variant}`,
    settings: [
      ['protocol', 'openvpn'],
      ['variant', variant],
    ] as const,
  })),
];
