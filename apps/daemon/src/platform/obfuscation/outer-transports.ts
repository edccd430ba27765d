import type { TransportOffer } from '../../model/gateway.ts';
import type { RunningTransport } from '../../model/session.ts';

/** A gateway's server for WireGuard's datagrams over another transport. */
export interface TransportServer {
  /** The gateway's address. */
  readonly address: string;
  /** The name in its certificate. */
  readonly serverName: string;
  /** The WireGuard public keys of the gateway and of this machine, for scrambled datagrams and Shadowsocks. */
  readonly serverPublicKey: string;
  readonly publicKey: string;
  readonly offer: TransportOffer;
}

/** Cover traffic of a program, and its bytes on the network: dummies, and what was added to WireGuard's messages. */
export interface CoverReport {
  readonly received: number;
  readonly sent: number;
  readonly paused: boolean;
}

/** The programs that carry WireGuard's datagrams over other transports. They listen on the loopback only. */
export interface OuterTransports {
  /** False on a system without these programs. */
  readonly isSupported: boolean;
  /**
   * Starts a program; resolves when it is connected to the server. Rejects if it cannot be started, does not reach the server, or if
   * `signal` is aborted.
   */
  open(server: TransportServer, signal: AbortSignal): Promise<RunningTransport>;
  /**
   * Also sends the next handshake of the tunnel that a program carries to these UDP ports of its gateway. Resolves with the port that
   * responds; null if none has until `signal` is aborted, or if the program ends. The tunnel is not disturbed; see
   * `crates/datagram-transport/src/direct.rs`.
   */
  tryUdp(running: RunningTransport, ports: readonly number[], signal: AbortSignal): Promise<number | null>;
  /** Ends all programs except one; null ends all. */
  keepOnly(running: RunningTransport | null): Promise<void>;
  /** Pauses the dummies of cover traffic, in running tunnels and later ones, or ends that. */
  pauseCover(isPaused: boolean): void;
  /** The last report of the program of `keepOnly`, up to a second old; null without cover traffic. */
  coverReport(): CoverReport | null;
  /** Ends all programs, and removes what they needed. */
  lower(): Promise<void>;
  /** Called with the program's last output when the program of `keepOnly` ends by itself. */
  onEnd(listener: (how: string) => void): void;
}

/** For a system without these programs. */
export const noOuterTransports: OuterTransports = {
  isSupported: false,
  open: () => Promise.reject(new Error('other transports are not supported on this system')),
  tryUdp: () => Promise.resolve(null),
  keepOnly: () => Promise.resolve(),
  pauseCover: () => undefined,
  coverReport: () => null,
  lower: () => Promise.resolve(),
  onEnd: () => undefined,
};
