import { openDocument, publishKey, readVerifiers } from '@comet/admission';
import { type FeedMessage, feedMessage, type Grant, grantKinds } from '@comet/contract';
import { followFeed } from '../../src/features/gateways/feed/follow-feed.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';

/** Returns a gateway's state after following the feed from `cursor`; `held` is its earlier state. */
export async function follow(
  under: ApiUnderTest,
  follower: { readonly id: string; readonly cursor?: number; readonly held?: ReadonlyMap<string, Grant> },
  enough: (message: FeedMessage, held: ReadonlyMap<string, Grant>) => boolean = ({ type }) =>
    type === 'heartbeat',
) {
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.feeds.current)]);
  const stop = new AbortController();
  const held = new Map(follower.held);
  const messages: FeedMessage[] = [];
  const from = {
    gatewayId: follower.id,
    cursor: follower.cursor ?? 0,
    kinds: grantKinds,
    takesAccounts: true,
  };
  for await (const line of followFeed(under.dependencies, from, stop.signal)) {
    const opened = openDocument('feed', verifiers, String(line));
    if (!opened.ok) throw new Error(opened.error);
    const message = feedMessage.parse(opened.value);
    messages.push(message);
    if (message.type === 'snapshot' && message.part === 1) held.clear();
    if (message.type === 'snapshot') for (const grant of message.grants) held.set(grant.id, grant);
    if (message.type === 'grant') held.set(message.grant.id, message.grant);
    if (message.type === 'withdraw') held.delete(message.id);
    if (message.type === 'revoke_account') held.delete(message.withdrawn ?? '');
    if (enough(message, held)) stop.abort();
  }
  const heartbeat = messages.findLast((message) => message.type === 'heartbeat');
  return { messages, held, cursor: heartbeat?.cursor ?? 0, digest: heartbeat?.grants ?? null };
}
