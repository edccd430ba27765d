import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { systemClock, unixSeconds } from '@comet/foundation';
import { connectControlPlane, enrol, FeedState, followFeed, newFeedFile } from '@comet/gateway';
import type pg from 'pg';

/** The parts of a gateway that use the API: it follows its feed, and reports its health when `report` is called. */
export interface FeedFollower {
  readonly gatewayId: string;
  readonly state: FeedState;
  /** The time at which each revocation was received (`performance.now`), by subject. */
  readonly revokedAt: ReadonlyMap<string, number>;
  /** The reasons of lost streams. */
  readonly lost: readonly string[];
  /** Throws if the API does not accept it. */
  report(): Promise<void>;
  stop(): Promise<void>;
}

type Enrolled = Extract<Awaited<ReturnType<typeof enrol>>, { readonly ok: true }>['value'];

/** Enrols a gateway at `nl-ams` through `apiUrl` and follows its feed. */
export async function startFollower(client: pg.Client, apiUrl: string, ipv4: string): Promise<FeedFollower> {
  const [follower] = await startFollowers(client, apiUrl, ipv4, 1);
  if (follower === undefined) throw new Error('No follower was started');
  return follower;
}

/** Enrols a gateway at `nl-ams` through `apiUrl` and follows its feed `count` times at once. */
export async function startFollowers(
  client: pg.Client,
  apiUrl: string,
  ipv4: string,
  count: number,
): Promise<readonly FeedFollower[]> {
  let credential: { token: string; key: string | null } | null = null;
  const controlPlane = connectControlPlane(apiUrl, () => credential, systemClock);
  const enrolled = await enrolAt(client, controlPlane, ipv4);
  const { identity } = enrolled;
  credential = { token: identity.credential, key: identity.credentialKey };
  return Array.from({ length: count }, () => follow(controlPlane, enrolled));
}

/** On a busy machine the response may be late, and its token is used up: then with another token, as an operator would. */
const maxTokens = 5;

/** Enrols a gateway at `nl-ams` with as many tokens as it takes. */
export async function enrolAt(
  client: pg.Client,
  controlPlane: ReturnType<typeof connectControlPlane>,
  ipv4: string,
): Promise<Enrolled> {
  const place = { wireguardPort: 51_820, doorPort: 443, ipv4, ipv6: null };
  const failures: string[] = [];
  for (let tries = 0; tries < maxTokens; tries += 1) {
    const token = randomBytes(32).toString('base64url');
    await client.query(
      `insert into enrolment_tokens (token_hash, location_code, created_at, expires_at)
       values ($1, 'nl-ams', now(), now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest()],
    );
    const enrolled = await enrol({
      ...{ controlPlane, token, place },
      pending: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
      sleep: (ms) => sleep(ms),
      onWaiting: (reason) => void failures.push(reason),
    });
    if (enrolled.ok) return enrolled.value;
    failures.push(enrolled.error);
  }
  throw new Error(`The gateway could not enrol: ${failures.join('; ')}`);
}

function follow(
  controlPlane: ReturnType<typeof connectControlPlane>,
  { identity, ticketKeys, feedKeys }: Enrolled,
): FeedFollower {
  const state = new FeedState(
    identity.gatewayId,
    newFeedFile({ ticketKeys, feedKeys }, unixSeconds(systemClock.now())),
  );
  const revokedAt = new Map<string, number>();
  const lost: string[] = [];
  const stopping = new AbortController();
  const following = followFeed(
    {
      state,
      open: controlPlane.feed,
      onEffect(effect) {
        const now = performance.now();
        if (effect.kind === 'revoked') for (const { sub } of effect.revocations) revokedAt.set(sub, now);
        if (effect.kind !== 'replaced') return;
        for (const { sub } of state.revocations.all()) if (!revokedAt.has(sub)) revokedAt.set(sub, now);
      },
      onLost: (reason) => void lost.push(reason),
      sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      clock: systemClock,
    },
    stopping.signal,
  );
  return {
    gatewayId: identity.gatewayId,
    ...{ state, revokedAt, lost },
    async report() {
      const body = { version: '0.1.0', peers: 1, loadPercent: 1, feedFault: null };
      const reply = await controlPlane.call(api.reportHealth, { body });
      if (!reply.ok) throw new Error(`reportHealth: ${reply.error.kind}: ${reply.error.reason}`);
    },
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
