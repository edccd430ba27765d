import { err, isIpv4, networkOf, ok, parseCidr, type Result } from '@comet/foundation';
import { type OpenvpnServerConfig, openvpnCiphers, socketBuffer } from './openvpn-config.ts';
import { isWhole, maskOf, openvpnFields } from './openvpn-fields.ts';
import { canonicalPem } from './pem.ts';
import { inline } from './write-openvpn-client.ts';
import type { InvalidField } from './wireguard-config.ts';

/**
 * A server without credentials: every login is decided over the management socket, the server waits until a program connects to it,
 * and no log contains clients. The kernel's offload is off, because revocation and metering need the client's packets.
 */
const constants: readonly string[] = [
  'dev-type tun',
  'topology subnet',
  'ifconfig-noexec',
  'route-noexec',
  'dh none',
  'verify-client-cert none',
  'duplicate-cn',
  'management-client-auth',
  'management-hold',
  'script-security 0',
  'disable-dco',
  'tls-version-min 1.2',
  `tls-cipher ${openvpnCiphers.tls12}`,
  `tls-ciphersuites ${openvpnCiphers.tls13}`,
  'tls-groups X25519:prime256v1',
  `data-ciphers ${openvpnCiphers.data}`,
  'allow-compression no',
  'keepalive 10 60',
  // The client decides: a stock client would prompt for the password each hour, cometd renegotiates automatically.
  'reneg-sec 0',
  'persist-tun',
  `sndbuf ${socketBuffer}`,
  `rcvbuf ${socketBuffer}`,
  'push "redirect-gateway def1 ipv6"',
  'verb 0',
];

/** Returns the file for `openvpn` 2.6, ending in a newline, or the first invalid field. As strict as for the client. */
export function writeOpenvpnServerConfig(config: OpenvpnServerConfig): Result<string, InvalidField> {
  const faulty = faultOf(config);
  if (faulty !== null) return err({ field: faulty });
  const chain = config.certificateChain.map((text) => canonicalPem('CERTIFICATE', text));
  const key = canonicalPem('PRIVATE KEY', config.privateKey);
  const wrapping = canonicalPem('OpenVPN tls-crypt-v2 server key', config.tlsCryptV2ServerKey);
  const network4 = parseCidr(config.network4);
  const network6 = parseCidr(config.network6);
  if (network4 === null) return err({ field: 'network4' });
  if (network6 === null) return err({ field: 'network6' });
  if (chain.length === 0 || chain.includes(null)) return err({ field: 'certificateChain' });
  if (key === null) return err({ field: 'privateKey' });
  if (wrapping === null) return err({ field: 'tlsCryptV2ServerKey' });

  const udp = config.transport === 'udp';
  const family = config.listenIpv6 ? 6 : 4;
  const lines = [
    ...constants,
    `dev ${config.device}`,
    `proto ${udp ? `udp${family}` : `tcp${family}-server`}`,
    `port ${config.port}`,
    // Responses are sent from the address that received the packet (`multihome`); TCP needs no exit notification.
    ...(udp ? ['multihome', 'fast-io', 'explicit-exit-notify 1'] : ['tcp-nodelay']),
    `server ${networkOf(network4).split('/')[0]} ${maskOf(network4.length)}`,
    `server-ipv6 ${networkOf(network6)}`,
    ...config.dns.map((address) => `push "dhcp-option DNS ${address}"`),
    `max-clients ${config.maxClients}`,
    `management ${config.managementSocket} unix`,
    ...inline('ca', chain.at(-1) ?? ''),
    ...inline('cert', chain.join('')),
    ...inline('key', key),
    ...inline('tls-crypt-v2', wrapping),
  ];
  return ok(`${lines.join('\n')}\n`);
}

function faultOf(config: OpenvpnServerConfig): keyof OpenvpnServerConfig | null {
  const { dns, certificateChain } = config;
  if (!openvpnFields.transport(config.transport)) return 'transport';
  if (!isWhole(config.port, 1, 65_535)) return 'port';
  if (!isWhole(config.maxClients, 1, 65_000)) return 'maxClients';
  if (!openvpnFields.link(config.device)) return 'device';
  if (!openvpnFields.network4(config.network4)) return 'network4';
  if (!openvpnFields.network6(config.network6)) return 'network6';
  if (!Array.isArray(dns) || !dns.every((address) => isIpv4(address))) return 'dns';
  if (!Array.isArray(certificateChain)) return 'certificateChain';
  return openvpnFields.socketPath(config.managementSocket) ? null : 'managementSocket';
}
