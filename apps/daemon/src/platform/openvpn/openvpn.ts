import { type Result, err } from '@comet/foundation';
import type { OpenvpnOffer } from '@comet/admission';
import type { TunnelLease } from '../../model/session.ts';

/** For systems without OpenVPN. It is never called: there, gateways are treated as having no OpenVPN server. */
export const noOpenvpn: Openvpn = {
  raise: () => Promise.resolve(err('program_failed')),
  traffic: () => null,
  negotiated: () => null,
  logoutNotice: () => Promise.resolve(),
  lower: () => Promise.resolve(),
  onEnd: () => undefined,
};

/** OpenVPN's last line after a fatal error; the line before contains the cause (openvpn's `error.c`). */
const fatalErrorLine = 'Exiting due to fatal error';

/** Returns OpenVPN's exit message from the end of its output: one line, or two if the last contains no cause. */
export function exitMessageOf(output: string): string {
  const [before = '', last = ''] = output.trimEnd().split('\n').slice(-2);
  if (last === '') return before;
  return last.endsWith(fatalErrorLine) ? `${before} / ${last}` : last;
}

/**
 * Returns why OpenVPN ended, from its exit message: it contains the cause (openvpn's `sig.c`), or that it was refused or disconnected as
 * often as it may retry (`init.c`). Any other cause is local.
 */
export function failureOf(message: string): OpenvpnFailure {
  if (/ping-exit|init_instance|connect-retry-max/.test(message)) return 'no_response';
  return /server-pushed-halt/.test(message) ? 'refused' : 'program_failed';
}

/** A gateway's OpenVPN server, with the credentials for it. */
export interface OpenvpnTarget {
  readonly address: string;
  /** The name in the server's certificate. */
  readonly serverName: string;
  readonly offer: OpenvpnOffer;
  /** The gateway's TCP server, which every obfuscated variant connects to. */
  readonly tcpPort: number | null;
  readonly username: string;
  readonly password: string;
  /** PEM. */
  readonly tlsCryptV2ClientKey: string;
}

/** Why a tunnel did not come up, or ended. */
export type OpenvpnFailure =
  /** No response, or not from the gateway. */
  | 'no_response'
  /** The credentials were refused. */
  | 'refused'
  /** A program could not be started, or ended unexpectedly. */
  | 'program_failed'
  /** The server pushed an invalid lease. */
  | 'bad_lease';

/** What the client reports about its keys. */
export interface Negotiated {
  /** The data cipher, by OpenSSL's name; null until it is negotiated. */
  readonly cipher: string | null;
  /** Unix seconds of the last TLS handshake. */
  readonly lastHandshake: number | null;
}

/** The OpenVPN client and, for the obfuscated variants, the obfuscation program. One tunnel at a time. */
export interface Openvpn {
  /** Opens a tunnel; resolves when the server has assigned addresses, which are not set yet, or with a failure. */
  raise(target: OpenvpnTarget, signal: AbortSignal): Promise<Result<TunnelLease, OpenvpnFailure>>;
  /** Bytes through the tunnel so far, as the client counts them; null if there is no tunnel. */
  traffic(): { readonly received: number; readonly sent: number } | null;
  /** Null if there is no tunnel. */
  negotiated(): Negotiated | null;
  /**
   * Sends the exit notification to the gateway; resolves when it is sent. The tunnel forwards nothing any more; call `lower` afterwards.
   */
  logoutNotice(): Promise<void>;
  /** Ends all processes of the tunnel. */
  lower(): Promise<void>;
  /** Called when a tunnel that was up ends without a call of `lower`. */
  onEnd(listener: (failure: OpenvpnFailure) => void): void;
}
