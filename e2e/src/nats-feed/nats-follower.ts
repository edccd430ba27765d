import { setTimeout as sleep } from 'node:timers/promises';
import { openDocument, readVerifiers } from '@comet/admission';
import { type FeedMessage, feedMessage } from '@comet/contract';
import { systemClock, unixSeconds } from '@comet/foundation';
import {
  connectControlPlane,
  connectNatsFeed,
  FeedState,
  followFeed,
  newFeedFile,
  openFeed,
} from '@comet/gateway';
import type pg from 'pg';
import { enrolAt } from '../rolling-restart/feed-follower.ts';

export type ControlPlane = ReturnType<typeof connectControlPlane>;

/** A gateway that follows its feed over HTTP and NATS. */
export interface NatsFollower {
  readonly gatewayId: string;
  readonly controlPlane: ControlPlane;
  /** The key (PKCS#8, PEM) of its credential, and its NATS servers. */
  readonly credentialKey: string | null;
  readonly servers: readonly string[];
  readonly state: FeedState;
  /** The cursor of the last snapshot, and those of the changes that it has applied since, in order. */
  readonly since: () => number;
  readonly applied: readonly number[];
  /** Lines by transport. */
  readonly lines: { http: number; nats: number };
  /** The reasons of refusals of NATS, and of lost streams. */
  readonly refused: readonly string[];
  readonly lost: readonly string[];
  stop(): Promise<void>;
}

/** Enrols a gateway at `nl-ams`, and follows its feed over the NATS servers, the nearest first. */
export async function startNatsFollower(
  client: pg.Client,
  apiUrl: string,
  { ipv4, servers }: { readonly ipv4: string; readonly servers: readonly string[] },
): Promise<NatsFollower> {
  let credential: { token: string; key: string | null } | null = null;
  const controlPlane = connectControlPlane(apiUrl, () => credential, systemClock);
  const { identity, ticketKeys, feedKeys } = await enrolAt(client, controlPlane, ipv4);
  credential = { token: identity.credential, key: identity.credentialKey };
  const { gatewayId } = identity;
  const state = new FeedState(
    gatewayId,
    newFeedFile({ ticketKeys, feedKeys }, unixSeconds(systemClock.now())),
  );
  const verifiers = readVerifiers(feedKeys);
  const applied: number[] = [];
  const refused: string[] = [];
  const lost: string[] = [];
  const lines = { http: 0, nats: 0 };
  let since = 0;
  function record(message: FeedMessage): void {
    if (message.type === 'snapshot' || message.type === 'manifest') {
      since = message.cursor;
      applied.length = 0;
    } else if (message.type === 'revoke') applied.push(message.cursor);
  }
  /** Records the lines that are about to be applied. */
  async function* recorded(transport: 'http' | 'nats', from: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of from) {
      lines[transport] += 1;
      const opened = openDocument('feed', verifiers, line);
      // Chunks of a snapshot have no signature.
      if (opened.ok) record(feedMessage.parse(opened.value));
      yield line;
    }
  }
  const nats = connectNatsFeed(servers, gatewayId, controlPlane);
  const stopping = new AbortController();
  const following = followFeed(
    {
      state,
      open: openFeed({
        state,
        http: (cursor, signal, chunks) => recorded('http', controlPlane.feed(cursor, signal, chunks)),
        async nats(signal) {
          const opened = await nats.open(() => state.cursor, signal);
          return typeof opened === 'string' ? opened : recorded('nats', opened);
        },
        onNats: (outcome) => void (outcome.refused !== null && refused.push(outcome.refused)),
        returnMs: 500,
      }),
      onEffect: () => undefined,
      onLost: (reason) => void lost.push(reason),
      sleep: (ms, signal) => sleep(Math.min(ms, 500), undefined, { signal }).catch(() => undefined),
      clock: systemClock,
    },
    stopping.signal,
  );
  return {
    ...{ gatewayId, controlPlane, state, applied, lines, refused, lost, servers },
    credentialKey: identity.credentialKey,
    since: () => since,
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
