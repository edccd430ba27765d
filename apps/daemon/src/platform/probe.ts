/** Asks a gateway through the tunnel whether it hears us. */
export interface ProbeTarget {
  /** Our own address in the tunnel, so that no answer can come by another way. */
  readonly from: string;
  /** The gateway's address in the tunnel. */
  readonly to: string;
  /** TCP ports; an answer from one of them is enough. */
  readonly ports: readonly number[];
}

/** True when an answer came; false after eight seconds without one, or when the signal ends the wait. Never rejects. */
export type Probe = (target: ProbeTarget, signal: AbortSignal) => Promise<boolean>;
