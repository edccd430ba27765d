import { openDocument, publishKey, readVerifiers } from '@comet/admission';
import {
  type AccountRevocation,
  type FeedMessage,
  feedMessage,
  type Grant,
  grantKinds,
  type Revocation,
} from '@comet/contract';
import { createFeedReader } from '../../src/features/gateways/index.ts';
import { type FeedDeps, followFeed } from '../../src/features/gateways/feed/follow-feed.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';

/** So long that no stream reads by itself during a test, whose clock stands still: heartbeats are due once a test advances the clock. */
export const heartbeatMs = 3_600_000;

/** A process that follows feeds: with its own pool, whose statements are recorded. */
export function startReading(under: ApiUnderTest, connections = 8) {
  const { databaseUrl } = under.dependencies.settings;
  const statements: string[] = [];
  const failures: unknown[] = [];
  const db = openDatabase(databaseUrl, {
    connections,
    onError: () => undefined,
    onStatement: (text) => statements.push(text),
  });
  const warn = (details: unknown) => void failures.push(details);
  const log = { ...under.dependencies.log, warn } as typeof under.dependencies.log;
  const feedReader = createFeedReader({ db, log });
  const deps: FeedDeps = { ...under.dependencies, db, feedReader, heartbeatMs };
  return {
    ...{ db, deps, statements, failures },
  };
}

export interface OpenStream {
  readonly messages: FeedMessage[];
  readonly heartbeats: () => Extract<FeedMessage, { type: 'heartbeat' }>[];
  readonly slots: () => (number | null)[];
  /** The state of a gateway that applied all messages. */
  readonly held: {
    revocations: Revocation[];
    accounts: AccountRevocation[];
    readonly grants: Map<string, Grant>;
  };
  /** Ends the stream and returns when it has ended. */
  close(): Promise<void>;
}

/** Returns the message of a line, which must have the signature of the API under test. */
export function messageOf(under: ApiUnderTest, line: unknown): FeedMessage {
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.feeds.current)]);
  const opened = openDocument('feed', verifiers, String(line));
  return feedMessage.parse(opened.ok ? opened.value : null);
}

/** Follows a gateway's feed from `cursor` and reads every line at once. Without `takesAccounts` it is a gateway of an earlier release. */
export function openStream(
  under: ApiUnderTest,
  deps: FeedDeps,
  gatewayId: string,
  cursor = 0,
  takesAccounts = true,
): OpenStream {
  const stop = new AbortController();
  const messages: FeedMessage[] = [];
  const held: OpenStream['held'] = { revocations: [], accounts: [], grants: new Map() };
  const reading = (async () => {
    const from = { gatewayId, cursor, kinds: grantKinds, takesAccounts };
    for await (const line of followFeed(deps, from, stop.signal)) {
      const message = messageOf(under, line);
      messages.push(message);
      if (message.type === 'snapshot' && message.part === 1) {
        held.revocations = [];
        held.accounts = [];
        held.grants.clear();
      }
      if (message.type === 'snapshot') {
        held.revocations.push(...message.revocations);
        held.accounts.push(...(message.accounts ?? []));
        for (const grant of message.grants) held.grants.set(grant.id, grant);
      }
      if (message.type === 'revoke_account') held.accounts.push(message.revocation);
      if (message.type === 'revoke') held.revocations.push(message.revocation);
      if (message.type === 'grant') held.grants.set(message.grant.id, message.grant);
      if (message.type === 'withdraw') held.grants.delete(message.id);
    }
  })();
  return {
    ...{ messages, held },
    heartbeats: () => messages.filter((message) => message.type === 'heartbeat'),
    slots: () => messages.flatMap((message) => (message.type === 'revoke' ? [message.revocation.slot] : [])),
    async close() {
      stop.abort();
      await reading;
    },
  };
}
