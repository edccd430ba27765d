import type { Admittance, DoorErrorCode, Presentation } from '@comet/contract';
import type { Result } from '@comet/foundation';
import type { Gateway } from '../gateways/gateway.ts';

/** Why a gateway did not let us in: it does not answer as itself, or it said so. */
export type DoorFailure =
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'refused'; readonly code: DoorErrorCode | 'unknown' };

/** The doors of gateways: TLS whose certificate our private CA signed for just that gateway. */
export interface Door {
  present(
    gateway: Gateway,
    presentation: Presentation,
    signal: AbortSignal,
  ): Promise<Result<Admittance, DoorFailure>>;
  /** Gives a session up. */
  release(
    gateway: Gateway,
    presentation: Presentation,
    signal: AbortSignal,
  ): Promise<Result<null, DoorFailure>>;
  /** Opens a connection that the next presentation can use, unless one is open. Failing is no matter. */
  warm(gateway: Gateway): Promise<void>;
  /**
   * Milliseconds of round trip on a connection that a presentation would go out on at once, as last measured; null when none is open, or
   * nothing was measured.
   */
  openAt(gateway: Gateway): number | null;
  /** Ends the connections that are open: the way to the gateways has changed. */
  forget(): void;
  /** Ends those that begin at an address from which no new one would: a network was left, or another tunnel has come or gone. */
  forgetAstray(): Promise<void>;
  /** Milliseconds that a TCP connection to the door takes; null when it does not answer. */
  measure(gateway: Gateway): Promise<number | null>;
}
