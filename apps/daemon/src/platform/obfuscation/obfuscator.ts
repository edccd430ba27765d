import type { OpenvpnOffer } from '@comet/admission';

/** The offers that a program of its own stands in front of. */
export type HiddenOffer = Extract<OpenvpnOffer, { variant: 'tls' | 'shadowsocks' | 'obfs4' }>;

export interface HiddenServer {
  /** The gateway's address. */
  readonly address: string;
  /** The name in its certificate. */
  readonly serverName: string;
  readonly offer: HiddenOffer;
  /** Where OpenVPN's TCP server stands at the gateway. */
  readonly tcpPort: number | null;
}

/** A program that runs beside OpenVPN and makes its packets look like something else. It listens on this machine alone. */
export interface Obfuscator {
  /** What OpenVPN connects to. */
  readonly remote: { readonly address: string; readonly port: number };
  /** The proxy by which it does so, where that is the program's way, and what it is told there. */
  readonly socks: { readonly port: number; readonly username: string; readonly password: string } | null;
  /** Resolves when the program is gone, with what it said last. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}
