import { api, type Endpoint } from '@comet/contract';
import { type Reply, send, type TestCredentials, type WireRequest, wireRequest } from '@comet/testing';
import type { AppDependencies } from '../../src/app-dependencies.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import type { Subject } from '../operator/refusal-subject.ts';

export type Name = keyof typeof api;
export const endpoints = Object.entries(api) as [Name, Endpoint][];

/** Returns the caller that an endpoint accepts. */
export const authorizedCredentials = (subject: Subject, { caller }: Endpoint): TestCredentials =>
  ({ anyone: {}, user: subject.owner, gateway: subject.gateway, exit: subject.exit })[caller];

/** Returns a request that an endpoint accepts. */
export const example = (
  subject: Subject,
  name: Name,
  speaker = authorizedCredentials(subject, api[name]),
): WireRequest => wireRequest(api[name], subject.examples[name], speaker);

let sent = 0;

/** Sends from a separate address, so that limits, which other tests cover, do not apply. */
export function post(under: ApiUnderTest, request: WireRequest): Promise<Reply> {
  sent += 1;
  const address = `10.${64 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}`;
  return send(under.baseUrl, { ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
}

/** The users' data in the database as text, without usage times. */
export async function ownedRowsOf({ db }: AppDependencies, userId: string): Promise<string> {
  const tables = ['orders', 'subscriptions', 'devices', 'passkeys', 'identities'] as const;
  const rows = await Promise.all([
    db
      .selectFrom('users')
      .select([
        'id',
        'email',
        'verifiedAt',
        'passwordHash',
        'deletedAt',
        'twoFactorEnabledAt',
        'paddleCustomerId',
      ])
      .where('id', '=', userId)
      .execute(),
    db
      .selectFrom('accessTokens')
      .select(['id', 'isLimited', 'method'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
    ...tables.map((table) =>
      db.selectFrom(table).selectAll().where('userId', '=', userId).orderBy('id').execute(),
    ),
  ]);
  return JSON.stringify(rows);
}
