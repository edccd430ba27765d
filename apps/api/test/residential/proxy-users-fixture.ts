import { openDocument, publishKey, readVerifiers } from '@comet/admission';
import { api, feedMessage, type ProxyGrant, type RequestOf } from '@comet/contract';
import { followFeed } from '../../src/features/gateways/feed/follow-feed.ts';
import type { ApiUnderTest, TestUser } from '../fixture/api-fixture.ts';

/** A user of the residential proxy, as its account sees it. */
export interface ShownUser {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly used_bytes: number;
  readonly enabled: boolean;
}

export async function addProxyUser(
  under: ApiUnderTest,
  owner: TestUser,
  limitBytes: number | null = null,
): Promise<ShownUser> {
  const added = await under.call(api.addProxyUser, { body: { name: 'Crawler', limitBytes } }, owner);
  return (added.json as { user: ShownUser }).user;
}

export const change = (
  under: ApiUnderTest,
  owner: TestUser,
  id: string,
  body: RequestOf<typeof api.changeProxyUser>['body'],
) => under.call(api.changeProxyUser, { params: { id }, body }, owner);

/** Returns the proxy grants in a gateway's snapshot, as after a restart. */
async function proxyGrantsAt(
  under: ApiUnderTest,
  { id: gatewayId }: { readonly id: string },
): Promise<readonly ProxyGrant[]> {
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.feeds.current)]);
  const stop = new AbortController();
  const grants: ProxyGrant[] = [];
  for await (const line of followFeed(
    under.dependencies,
    { gatewayId, cursor: 0, kinds: ['proxy'], takesAccounts: true },
    stop.signal,
  )) {
    const opened = openDocument('feed', verifiers, String(line));
    const message = feedMessage.parse(opened.ok ? opened.value : null);
    if (message.type !== 'snapshot') continue;
    for (const grant of message.grants) if (grant.kind === 'proxy') grants.push(grant);
    if (message.part === message.parts) stop.abort();
  }
  return grants;
}

export const grantOf = async (under: ApiUnderTest, at: { readonly id: string }, { username }: ShownUser) =>
  (await proxyGrantsAt(under, at)).filter((grant) => grant.username === username);
