import type { OpenvpnOffer } from '@comet/admission';

/** The offers that need an obfuscation program. */
type ObfuscatedOffer = Extract<OpenvpnOffer, { variant: 'tls' | 'shadowsocks' | 'obfs4' }>;

export interface ObfuscatedServer {
  /** The gateway's address. */
  readonly address: string;
  /** The name in its certificate. */
  readonly serverName: string;
  readonly offer: ObfuscatedOffer;
  /** Port of OpenVPN's TCP server at the gateway. */
  readonly tcpPort: number | null;
}

/** A program that obfuscates OpenVPN's packets. It listens on the loopback only. */
export interface Obfuscator {
  /** The local end that OpenVPN connects to. */
  readonly remote: { readonly address: string; readonly port: number };
  /** The SOCKS5 proxy of the program, if it has one, with its arguments. */
  readonly socks: { readonly port: number; readonly username: string; readonly password: string } | null;
  /** Resolves with the program's last output when it has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}
