import type { Admittance, AdmissionErrorCode, Presentation } from '@comet/contract';
import type { Result } from '@comet/foundation';
import type { Gateway } from '../../model/gateway.ts';

/**
 * Why admission failed: no authenticated answer from the gateway, or a refusal. `isTlsBlocked`: the TCP connection was accepted, and
 * TLS did not complete, as in a network that blocks it.
 */
export type AdmissionFailure =
  | { readonly kind: 'unreachable'; readonly detail: string; readonly isTlsBlocked?: boolean }
  | { readonly kind: 'refused'; readonly code: AdmissionErrorCode | 'unknown' };

/** The admission endpoints of gateways: TLS with a certificate that our private CA signed for the one gateway. */
export interface AdmissionEndpoint {
  present(
    gateway: Gateway,
    presentation: Presentation,
    signal: AbortSignal,
  ): Promise<Result<Admittance, AdmissionFailure>>;
  /** Releases a session. */
  release(
    gateway: Gateway,
    presentation: Presentation,
    signal: AbortSignal,
  ): Promise<Result<null, AdmissionFailure>>;
  /** Opens a connection for the next presentation, unless one is open. Failures are ignored. */
  warm(gateway: Gateway): Promise<void>;
  /**
   * Last measured round-trip time in ms of an open connection that a presentation can use at once; null if none is open or nothing was
   * measured.
   */
  openAt(gateway: Gateway): number | null;
  /** Closes the open connections after a change of route to the gateways. */
  forget(): void;
  /** Closes connections whose source address a new connection would not use, after a change of network or tunnel. */
  closeStaleConnections(): Promise<void>;
  /** Time in ms to establish a TCP connection to the admission endpoint; null if that fails. */
  measure(gateway: Gateway): Promise<number | null>;
}
