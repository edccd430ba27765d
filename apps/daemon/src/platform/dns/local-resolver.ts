import type {
  BlockListName,
  ListFailure,
  NameList,
  ResolverAddress,
  SplitDomain,
} from '@comet/tunnel-protocol';

/** What the resolver program of this machine does with queries. */
export interface ResolverPlan {
  /** In the order of the user's choice. */
  readonly servers: readonly ResolverAddress[];
  /** The gateway's resolvers, for the host names of `servers`. */
  readonly bootstrap: readonly string[];
  /** The user's own lists. */
  readonly lists: readonly NameList[];
  /** Names that no list blocks. */
  readonly allowed: readonly string[];
  /** Resolvers that block no names, for allowed ones; empty if `servers` block none either. */
  readonly unfiltered: readonly string[];
  /** The lists of `servers` where these are a gateway's filter; else empty. Names that they block are counted by `filterListId`. */
  readonly filterLists: readonly BlockListName[];
  /** Domains with a resolver of their own. */
  readonly split: readonly SplitDomain[];
  /** The domains whose addresses are reported before a program gets them; names below a blocked one do not exist. */
  readonly sites: readonly { readonly site: string; readonly blocked: boolean }[];
}

/** The addresses of a name below a site, as the program received them. */
export interface SiteReport {
  readonly site: string;
  readonly addresses: readonly string[];
  /** Seconds. */
  readonly ttl: number;
}

/** A download of a list. `resolvers`: plain ones in the tunnel, for the host name. */
export interface ListRequest {
  readonly url: string;
  /** The entity tag of the last download (RFC 9110 §8.8.3); null for none. */
  readonly etag: string | null;
  readonly resolvers: readonly string[];
}

export type FetchedList =
  | { readonly result: 'new'; readonly etag: string | null; readonly names: number; readonly text: string }
  | { readonly result: 'unchanged' }
  | { readonly result: 'failed'; readonly failure: ListFailure };

/** Blocked queries by the ids of own lists, and `filterListId` of a gateway's. */
export type BlockedQueries = Readonly<Record<string, number>>;

/** The resolver program of this machine: forwards queries, also over TLS, HTTPS and QUIC, and applies the user's own lists. */
export interface LocalResolver {
  /** Starts the program, also in place of a running one; resolves with the address at which it receives queries. */
  start(plan: ResolverPlan): Promise<string>;
  /** Ends the program. Does nothing if none runs. */
  stop(): Promise<void>;
  /** Applies changed texts of lists. Does nothing if no program runs. */
  reload(): Promise<void>;
  /** Downloads a list over HTTPS, through the tunnel only. */
  fetchList(request: ListRequest): Promise<FetchedList>;
  /** Number of names in the text of a list. */
  countNames(text: string): Promise<number>;
  /** Calls back after queries were blocked, with their number since the last call. */
  onBlocked(listener: (blocked: BlockedQueries) => void): void;
}

const unsupported = () => Promise.reject(new Error('the resolver program is not supported on this system'));

/** For a system without the program. */
export const noLocalResolver: LocalResolver = {
  start: unsupported,
  stop: () => Promise.resolve(),
  reload: () => Promise.resolve(),
  fetchList: unsupported,
  countNames: unsupported,
  onBlocked: () => undefined,
};
