/** What stunnel(8) reads: TLS 1.3 only, so that the certificate, which names the gateway, is never seen on the way. */
export function stunnelConfig(plan: {
  readonly port: number;
  readonly listenIpv6: boolean;
  readonly tcpPort: number;
  /** Path of a PEM file with the chain and its key. */
  readonly certificate: string;
}): string {
  return [
    'foreground = yes',
    'pid =',
    'syslog = no',
    'debug = 0',
    'socket = l:TCP_NODELAY=1',
    'socket = r:TCP_NODELAY=1',
    'sslVersionMin = TLSv1.3',
    '[openvpn]',
    `accept = ${plan.listenIpv6 ? ':::' : '0.0.0.0:'}${whole(plan.port)}`,
    `connect = 127.0.0.1:${whole(plan.tcpPort)}`,
    `cert = ${plain(plan.certificate)}`,
    'TIMEOUTclose = 0',
    'TIMEOUTidle = 300',
    '',
  ].join('\n');
}

/** What ss-server(1) reads. Where it may connect is for the gateway's rules: it has no list of its own to allow one place. */
export function shadowsocksConfig(plan: {
  readonly port: number;
  readonly listenIpv6: boolean;
  readonly password: string;
}): string {
  return JSON.stringify({
    server: plan.listenIpv6 ? ['::0', '0.0.0.0'] : '0.0.0.0',
    server_port: whole(plan.port),
    password: plan.password,
    method: 'chacha20-ietf-poly1305',
    mode: 'tcp_only',
    no_delay: true,
    timeout: 300,
  });
}

/** What obfs4proxy is told as a managed server transport (pt-spec, 3.2). Its keys come from us, so it has none to keep. */
export function obfs4Environment(plan: {
  readonly port: number;
  readonly listenIpv6: boolean;
  readonly tcpPort: number;
  readonly stateDirectory: string;
  readonly keys: { readonly nodeId: string; readonly privateKey: string; readonly drbgSeed: string };
}): Record<string, string> {
  const { nodeId, privateKey, drbgSeed } = plan.keys;
  const options = { 'node-id': nodeId, 'private-key': privateKey, 'drbg-seed': drbgSeed, 'iat-mode': '0' };
  return {
    TOR_PT_MANAGED_TRANSPORT_VER: '1',
    TOR_PT_STATE_LOCATION: plan.stateDirectory,
    TOR_PT_EXIT_ON_STDIN_CLOSE: '1',
    TOR_PT_SERVER_TRANSPORTS: 'obfs4',
    TOR_PT_SERVER_BINDADDR: `obfs4-${plan.listenIpv6 ? '[::]' : '0.0.0.0'}:${whole(plan.port)}`,
    TOR_PT_SERVER_TRANSPORT_OPTIONS: Object.entries(options)
      .map(([name, value]) => `obfs4:${name}=${plain(value)}`)
      .join(';'),
    TOR_PT_ORPORT: `127.0.0.1:${whole(plan.tcpPort)}`,
  };
}

function whole(port: number): number {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new TypeError('refused port');
  return port;
}

/** A path or a number in hexadecimal: nothing that any of these programs gives a meaning to. */
function plain(text: string): string {
  if (!/^[A-Za-z0-9_./-]+$/.test(text)) throw new TypeError('refused value');
  return text;
}
