import { err, isIpv4, isIpv6, ok, type Result } from '@comet/foundation';
import { type OpenvpnClientConfig, openvpnCiphers, socketBuffer } from './openvpn-config.ts';
import { isWhole, openvpnFields } from './openvpn-fields.ts';
import { canonicalPem } from './pem.ts';
import type { InvalidField } from './wireguard-config.ts';

/**
 * The pushed options that a client accepts; any other is ignored, so that a hostile server cannot reconfigure the machine. Each is a
 * prefix.
 */
const pushable = [
  'route-gateway ',
  'topology subnet',
  'tun-mtu ',
  'ifconfig ',
  'ifconfig-ipv6 ',
  'redirect-gateway ',
  'dhcp-option DNS ',
  'ping ',
  'ping-restart ',
  'peer-id ',
  'cipher ',
  'protocol-flags ',
  'key-derivation ',
];

/** The lines that are the same in every client's file. */
export const clientConstants: readonly string[] = [
  'client',
  'nobind',
  'persist-tun',
  'connect-retry 1 30',
  'server-poll-timeout 10',
  'remote-cert-tls server',
  'tls-version-min 1.2',
  `tls-cipher ${openvpnCiphers.tls12}`,
  `tls-ciphersuites ${openvpnCiphers.tls13}`,
  `cipher ${openvpnCiphers.fallback}`,
  `data-ciphers ${openvpnCiphers.data}`,
  'allow-compression no',
  'auth-retry nointeract',
  // The password is removed from memory once it is sent. A renegotiation would need it again and prompt for it each hour.
  'auth-nocache',
  'reneg-sec 0',
  `sndbuf ${socketBuffer}`,
  `rcvbuf ${socketBuffer}`,
  // Windows sends DNS queries on every interface without this option, which other systems do not support.
  'ignore-unknown-option block-outside-dns',
  'block-outside-dns',
  ...pushable.map((option) => `pull-filter accept "${option}"`),
  'pull-filter ignore ""',
];

/** Lines for UDP only. */
export const udpConstants: readonly string[] = ['explicit-exit-notify 1', 'fast-io'];

const scriptPath = 'PATH=/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The lines that make stock OpenVPN on Linux use the pushed DNS servers and no others: it only exports them as `foreign_option_N`
 * (openvpn(8), "--dhcp-option"). resolvconf(8) is openresolv's or systemd-resolved's; `-x` excludes the network's own servers. A failing
 * `up` ends OpenVPN, so without resolvconf there is no connection that leaks names. A line has at most 255 characters (`OPTION_LINE_SIZE`).
 */
export const resolvconfConstants: readonly string[] = [
  'script-security 2',
  `up "/bin/sh -c '${scriptPath};env|sed -n \\"s/^foreign_option_[0-9]*=dhcp-option DNS6* \\\\([0-9a-fA-F.:]*\\\\)$/nameserver \\\\1/p\\"|resolvconf -a $dev.openvpn -m 0 -x'"`,
  `down "/bin/sh -c '${scriptPath};resolvconf -f -d $dev.openvpn'"`,
];

/**
 * Returns the file for stock `openvpn` 2.5 or newer, ending in a newline; or the first invalid field. Only values of a field's exact form
 * are written, so no value can become a separate line, option or inline file.
 */
export function writeOpenvpnClientConfig(config: OpenvpnClientConfig): Result<string, InvalidField> {
  const { remote, device, credentials, socksProxy, bypass = [], dnsHook } = config;
  const family = isIpv4(remote.address) ? 4 : isIpv6(remote.address) ? 6 : null;
  if (family === null) return err({ field: 'remote.address' });
  if (!isWhole(remote.port, 1, 65_535)) return err({ field: 'remote.port' });
  if (!openvpnFields.transport(remote.transport)) return err({ field: 'remote.transport' });
  if (!fits(openvpnFields.serverName, config.serverName)) return err({ field: 'serverName' });
  const authorities = canonicalList(config.certificateAuthorities);
  if (authorities === null) return err({ field: 'certificateAuthorities' });
  const clientKey = canonicalPem('OpenVPN tls-crypt-v2 client key', config.tlsCryptV2ClientKey);
  if (clientKey === null) return err({ field: 'tlsCryptV2ClientKey' });
  if (device !== undefined && !fits(openvpnFields.link, device)) return err({ field: 'device' });
  if (!Array.isArray(bypass) || !bypass.every((address) => fits(isIpv4, address)))
    return err({ field: 'bypass' });
  if (dnsHook !== undefined && dnsHook !== 'resolvconf') return err({ field: 'dnsHook' });

  const udp = remote.transport === 'udp';
  // The proxy is local (IPv4). It parses the address as a host, and IPv6 only in brackets.
  const [reached, host] =
    socksProxy === undefined || family === 4 ? [family, remote.address] : [4, `[${remote.address}]`];
  const lines = [
    ...clientConstants,
    ...(device === undefined ? ['dev tun'] : [`dev ${device}`, 'dev-type tun']),
    `proto ${udp ? `udp${reached}` : `tcp${reached}-client`}`,
    `remote ${host} ${remote.port}`,
    `verify-x509-name ${config.serverName} name`,
    ...(udp ? udpConstants : []),
    ...(dnsHook === undefined ? [] : resolvconfConstants),
  ];
  if (socksProxy !== undefined) {
    if (!isWhole(socksProxy.port, 1, 65_535)) return err({ field: 'socksProxy.port' });
    const { credentialsFile: file } = socksProxy;
    if (file !== undefined && !fits(openvpnFields.path, file))
      return err({ field: 'socksProxy.credentialsFile' });
    lines.push(['socks-proxy 127.0.0.1', socksProxy.port, ...(file === undefined ? [] : [file])].join(' '));
  }
  lines.push(...bypass.map((address) => `route ${address} 255.255.255.255 net_gateway`));
  if (credentials === undefined) lines.push('auth-user-pass');
  else {
    for (const part of ['username', 'password'] as const)
      if (!fits(openvpnFields.credential, credentials[part])) return err({ field: `credentials.${part}` });
    lines.push(...inline('auth-user-pass', `${credentials.username}\n${credentials.password}\n`));
  }
  lines.push(...inline('ca', authorities.join('')), ...inline('tls-crypt-v2', clientKey));
  return ok(`${lines.join('\n')}\n`);
}

/** An inline file; `content` ends in a newline and contains no line that closes it. */
export function inline(name: string, content: string): string[] {
  return [`<${name}>`, content.trimEnd(), `</${name}>`];
}

function canonicalList(texts: unknown): readonly string[] | null {
  if (!Array.isArray(texts) || texts.length === 0) return null;
  const pems = texts.map((text) => canonicalPem('CERTIFICATE', text));
  return pems.includes(null) ? null : (pems as string[]);
}

function fits(shape: (text: string) => boolean, value: unknown): boolean {
  return typeof value === 'string' && shape(value);
}
