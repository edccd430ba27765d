import type { ResolverAddress } from '@comet/tunnel-protocol';

/** What the resolver program of this machine does with queries. */
export interface ResolverPlan {
  /** In the order of the user's choice. */
  readonly servers: readonly ResolverAddress[];
  /** The gateway's resolvers, for the host names of `servers`. */
  readonly bootstrap: readonly string[];
}

/** The resolver program of this machine, which forwards queries over TLS, HTTPS and QUIC. */
export interface LocalResolver {
  /** Starts the program, also in place of a running one; resolves with the address at which it receives queries. */
  start(plan: ResolverPlan): Promise<string>;
  /** Ends the program. Does nothing if none runs. */
  stop(): Promise<void>;
}

/** For a system without the program. */
export const noLocalResolver: LocalResolver = {
  start: () => Promise.reject(new Error('encrypted resolvers are not supported on this system')),
  stop: () => Promise.resolve(),
};
