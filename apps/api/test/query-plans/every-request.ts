import { api } from '@comet/contract';
import { type SupportDeps, supportCommands } from '../../src/features/support/index.ts';
import { pages } from '../../src/operator-console/pages.ts';
import { endpoints, example, type Name, post } from '../asvs/every-endpoint.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import type { Subject } from '../operator/refusal-subject.ts';
import { processDeps } from '../payments/paid-user.ts';

/** The feed is a stream without an end. These end the session or the account, and come last. */
const excluded: readonly Name[] = ['followFeed', 'logOut', 'revokeAllSessions', 'deleteAccount'];

/** Sends the example request of each endpoint. Returns each name with the status of its reply. */
export async function callEveryEndpoint(
  under: ApiUnderTest,
  subject: Subject,
): Promise<ReadonlyMap<Name, number>> {
  const statuses = new Map<Name, number>();
  const names = endpoints.map(([name]) => name).filter((name) => !excluded.includes(name));
  for (const name of [...names, 'deleteAccount' as const])
    statuses.set(name, (await post(under, example(subject, name))).status);
  await under.call(api.logOut, {}, subject.stranger);
  return statuses;
}

/** Returns the addresses of all pages of the console: each list with each filter, each page of a row, and each kind of search. */
export async function consolePaths(
  { dependencies: { db } }: ApiUnderTest,
  subject: Subject,
): Promise<readonly string[]> {
  const { owner } = subject;
  const order = await db
    .selectFrom('orders')
    .select(['number', 'paddleTransactionId'])
    .where('id', '=', owner.orderId)
    .executeTakeFirstOrThrow();
  const idOf = async (table: 'supportTickets' | 'gateways' | 'exits' | 'upstreams') =>
    (await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id;
  const ids: Readonly<Record<string, string>> = {
    '/ops/tickets/:id': await idOf('supportTickets'),
    '/ops/customers/:id': owner.id,
    '/ops/orders/:id': owner.orderId,
    '/ops/gateways/:id': await idOf('gateways'),
    '/ops/exits/:id': await idOf('exits'),
    '/ops/upstreams/:id': await idOf('upstreams'),
  };
  const searched = [owner.email, owner.email.slice(0, 6), owner.id, owner.id.slice(0, 18), order.number];
  return [
    ...Object.keys(pages).map((path) => path.replace(':id', ids[path] ?? '')),
    ...[...searched, order.paddleTransactionId ?? '', 'nothing'].map((words) => `/ops/search?q=${words}`),
    ...searched.map((words) => `/ops/customers?q=${words}`),
    ...['/ops/tickets?show=open', '/ops/tickets?show=all', '/ops/orders?drafts=yes'],
    `/ops/customers/${owner.id}?drafts=yes`,
    ...['reads=yes', 'operator=grace', 'action=ban_customer', 'until=2026-11-20'].map(
      (filter) => `/ops/audit?${filter}`,
    ),
  ];
}

/** Runs the commands of `comet-ops` that list or find something. */
export async function runLookUps(under: ApiUnderTest, { owner }: Subject): Promise<void> {
  const lookUps = [
    ['customers', 'find', owner.email.slice(0, 6)],
    ['customers', 'find', owner.id],
    ['orders', 'list'],
    ['orders', 'list', '--of', owner.email],
    ['orders', 'show', owner.orderId],
    ['audit'],
    ['audit', '--of', owner.email],
    ['tickets', 'list'],
    ['tickets', 'list', '--all', 'yes'],
    ['refunds', 'list'],
    ['shared-cards'],
  ];
  for (const [command = '', ...words] of lookUps)
    await supportCommands[command]?.(
      { ...processDeps(under), operator: 'grace' } satisfies SupportDeps,
      words,
    );
}
