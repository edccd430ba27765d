import {
  addressesOf,
  type ExitClaim,
  gatewayHost,
  isCommon,
  listedBlockLists,
  type NameFilter,
  socksPort,
} from '@comet/admission';
import {
  type Admittance,
  admittance,
  type AdmissionErrorCode,
  admissionPath,
  presentation,
} from '@comet/contract';
import { type Clock, err, jsonOf, ok, type Result, unixSeconds } from '@comet/foundation';
import * as z from 'zod/mini';
import {
  type AdmissionReply,
  type AdmissionRequest,
  refuse,
} from '../../platform/admission-server/admission-request.ts';
import type { FeedState } from '../feed/index.ts';
import type { LeaseTable } from '../leases/index.ts';
import type { Peers } from '../peers/index.ts';
import { decidePresentation, decideRelease, isReleasedBy } from './decide.ts';
import { TokenBuckets } from '../../platform/admission-server/token-buckets.ts';

/** A presentation needs about 0.25 ms of cryptography: the limit prevents a source from occupying a core. */
const sourceRules = { burst: 100, perSecond: 20, keys: 20_000 };
/** A full TLS handshake costs more than a presentation; a connected client needs one every five minutes. */
const connectionRules = { burst: 60, perSecond: 10, keys: 20_000 };
/** Counted after ticket and proof are verified: a forged pseudonym does not consume its owner's limit. */
const subjectRules = { burst: 60, perSecond: 2, keys: 20_000 };

interface AdmissionParts {
  readonly identity: { readonly gatewayId: string; readonly wireguardPrivateKey: string };
  readonly serverPublicKey: string;
  readonly wireguardPort: number;
  readonly mtu: number;
  /** Whether this machine has the SOCKS5 proxy for the tunnel. */
  readonly servesSocks: boolean;
  /** The filtering resolvers. */
  readonly filters: readonly NameFilter[];
  readonly feed: Pick<FeedState, 'ticketVerifiers' | 'isStale'> & {
    readonly revocations: Pick<FeedState['revocations'], 'covers'>;
  };
  readonly leases: LeaseTable;
  readonly peers: Pick<Peers, 'admit' | 'end'>;
  /** Whether the egress of a new session's ticket is available. */
  isEgressAvailable(exit: ExitClaim | null, host: number | null): boolean;
  readonly clock: Clock;
  /** Called with the time in ms that the device needed for an admitted peer. */
  onConnect?(milliseconds: number): void;
}

interface TicketAdmission {
  /** `POST /v1/peers` presents a ticket, `DELETE /v1/peers` ends the session. */
  handle(request: AdmissionRequest): Promise<AdmissionReply>;
  mayConnect(source: string): boolean;
}

/** Creates the handler of the admission endpoint. */
export function createTicketAdmission(parts: AdmissionParts): TicketAdmission {
  const { feed, leases, peers, clock, identity } = parts;
  const sources = new TokenBuckets(sourceRules);
  const connections = new TokenBuckets(connectionRules);
  const subjects = new TokenBuckets(subjectRules);
  const dns = [addressesOf(gatewayHost).ipv4];
  const { moreBlockLists } = listedBlockLists(parts.filters.flatMap(({ lists }) => lists));

  async function present(text: string, now: number): Promise<Result<Admittance, AdmissionErrorCode>> {
    const given = readPresentation(text);
    if (!given.ok) return given;
    const known = {
      ...identity,
      ticketVerifiers: feed.ticketVerifiers,
      revocations: feed.revocations,
      leases,
      stale: feed.isStale(unixSeconds(new Date(now))),
    };
    const decided = decidePresentation(known, given.value, unixSeconds(new Date(now)));
    if (!decided.ok) return decided;
    if (!subjects.take(decided.value.sub, now)) return err('rate_limited');
    const { publicKey, exit = null } = decided.value;
    if (given.value.ahead === true && leases.isNearlyFull && leases.withKey(publicKey) === null)
      return err('gateway_full');
    // Existing sessions are refused too: another gateway may have the egress that this gateway lacks.
    if (!parts.isEgressAvailable(exit, leases.withKey(publicKey)?.host ?? null))
      return err('exit_unavailable');
    const startedAt = performance.now();
    const admitted = await peers.admit(decided.value);
    parts.onConnect?.(performance.now() - startedAt);
    if (!admitted.ok) return admitted;
    const { host, sessionUntil } = admitted.value;
    return ok({
      serverPublicKey: parts.serverPublicKey,
      wireguardPort: parts.wireguardPort,
      ...addressesOf(host),
      dns,
      filters: parts.filters.filter(isCommon).map(({ address, lists }) => ({ address, lists: [...lists] })),
      moreBlockLists: [...moreBlockLists],
      ...(parts.servesSocks && exit === null ? { socksPort } : {}),
      mtu: parts.mtu,
      sessionUntil: new Date(sessionUntil * 1000).toISOString(),
    });
  }

  async function release(text: string, now: number): Promise<Result<null, AdmissionErrorCode>> {
    const given = readPresentation(text);
    if (!given.ok) return given;
    const decided = decideRelease({ ...identity, ticketVerifiers: feed.ticketVerifiers }, given.value);
    if (!decided.ok) return decided;
    if (!subjects.take(decided.value.sub, now)) return err('rate_limited');
    const lease = leases.withKey(decided.value.publicKey);
    // A repeated release, or one after the session's end, succeeds; a delayed one must not end a newer session.
    if (lease !== null && isReleasedBy(decided.value, lease)) await peers.end([lease]);
    return ok(null);
  }

  function readPresentation(text: string) {
    const parsed = presentation.safeParse(jsonOf(text));
    return parsed.success ? ok(parsed.data) : err('malformed' as const);
  }

  async function handle({ method, path, source, body }: AdmissionRequest): Promise<AdmissionReply> {
    const now = clock.now().getTime();
    if (path !== admissionPath || (method !== 'POST' && method !== 'DELETE')) return refuse('not_found');
    if (!sources.take(source, now)) return refuse('rate_limited');
    if (method === 'POST') {
      const presented = await present(body, now);
      return presented.ok
        ? { status: 200, body: z.encode(admittance, presented.value) }
        : refuse(presented.error);
    }
    const released = await release(body, now);
    return released.ok ? { status: 204 } : refuse(released.error);
  }

  return { handle, mayConnect: (source) => connections.take(source, clock.now().getTime()) };
}
