import { isIp } from '@comet/foundation';

const host = (text: string): string => checked(text, isIp(text));
const name = (text: string): string =>
  checked(text, /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(text) && text.length <= 253);
const path = (text: string): string => checked(text, /^\/[A-Za-z0-9/_.-]{1,200}$/.test(text));
const port = (value: number): number => {
  if (!Number.isInteger(value) || value < 1 || value > 65_535) throw new TypeError('a port out of range');
  return value;
};

/**
 * stunnel's configuration as a client (stunnel(8)): what comes in on this machine leaves in TLS, to a server that shows a certificate
 * of our private CA for just that gateway. Throws a TypeError on any value that is not of its form.
 */
export function stunnelFile(
  server: { readonly address: string; readonly port: number; readonly serverName: string },
  local: { readonly port: number; readonly caFile: string },
): string {
  return [
    'foreground = yes',
    'pid =',
    'syslog = no',
    'debug = err',
    '[openvpn]',
    'client = yes',
    `accept = 127.0.0.1:${port(local.port)}`,
    // The last colon ends the address, of either family: stunnel would look for brackets as a part of a name.
    `connect = ${host(server.address)}:${port(server.port)}`,
    // Empty: none is sent. The gateway's name in a ClientHello would tell everyone on the way what this is, and to which gateway.
    'sni =',
    `checkHost = ${name(server.serverName)}`,
    `CAfile = ${path(local.caFile)}`,
    'verifyChain = yes',
    'sslVersionMin = TLSv1.3',
    'TIMEOUTclose = 0',
    '',
  ].join('\n');
}

/**
 * ss-tunnel's configuration (shadowsocks-libev(8)): what comes in on this machine comes out at the gateway's own OpenVPN server.
 * Without `no_delay`: it reads 2 KB at a time, and each would be a packet of its own to OpenVPN and would wake it (decision 45).
 */
export function shadowsocksFile(
  server: { readonly address: string; readonly port: number; readonly password: string },
  local: { readonly port: number; readonly openvpnPort: number },
): string {
  return JSON.stringify({
    server: host(server.address),
    server_port: port(server.port),
    local_address: '127.0.0.1',
    local_port: port(local.port),
    password: checked(server.password, /^[A-Za-z0-9_-]{16,64}$/.test(server.password)),
    method: 'chacha20-ietf-poly1305',
    tunnel_address: `127.0.0.1:${port(local.openvpnPort)}`,
    mode: 'tcp_only',
    timeout: 60,
  });
}

/** What obfs4proxy is told in place of a user name and password (pt-spec, 3.5). */
export function obfs4Arguments(cert: string): { readonly username: string; readonly password: string } {
  return { username: `cert=${checked(cert, /^[A-Za-z0-9+/]{70}$/.test(cert))}`, password: ';iat-mode=0' };
}

function checked(text: string, fits: boolean): string {
  if (!fits) throw new TypeError('a value that is not of its form');
  return text;
}
