/** The requested exit location, as typed; with null the daemon chooses. */
export interface Goal {
  readonly location: string | null;
  /** Location of the entry gateway, if traffic passes through two. */
  readonly via?: string | null | undefined;
  /** The user's dedicated IP for outgoing traffic; it takes precedence over `location`. */
  readonly dedicated?: Dedicated | null | undefined;
  /**
   * Whether the daemon chooses among several locations at each connect: a tunnel to another one than the first choice is then replaced.
   */
  readonly isChosenAnew?: true;
}

/** A dedicated IP, as last reported by the API. */
export interface Dedicated {
  readonly serviceId: string;
  readonly address: string;
  readonly gatewayId: string;
}

/** The history of a connect towards its goal. */
export interface ConnectHistory {
  /** Consecutive ends in `error`; decides the length of the next pause. */
  readonly failures: number;
  /** The gateway that failed last: it is tried after the others. */
  readonly avoid: string | null;
  /** Whether another location is acceptable: the tunnel was up and its gateway disappeared. */
  readonly fallbackGateways: boolean;
  /** Consecutive failed returns from a fallback gateway. */
  readonly returns: number;
  /** Whether traffic was unblocked when the user connected, and no tunnel has been up since. */
  readonly fromDisconnected: boolean;
}

/** The history of a connect that begins. */
export const fresh: ConnectHistory = {
  failures: 0,
  avoid: null,
  fallbackGateways: false,
  returns: 0,
  fromDisconnected: false,
};
