import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint } from '@comet/contract';
import pg from 'pg';

/** A session's client-side data, with its own source address. */
export interface BenchSession {
  readonly token: string;
  readonly deviceId: string;
  readonly address: string;
}

/** Inserts users with one session each into the database: signing up so many would take minutes. */
export async function makeSessions(databaseUrl: string, count: number): Promise<readonly BenchSession[]> {
  const sessions = Array.from({ length: count }, (_, index) => ({
    token: randomBytes(32).toString('base64url'),
    deviceId: randomUUID(),
    address: `10.${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`,
  }));
  const hashes = sessions.map(({ token }) => createHash('sha256').update(token).digest());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with made as (
        insert into users (email, password_hash, verified_at, created_at)
        select 'reader-' || position || '-' || $4 || '@example.com', 'none', now(), now()
        from generate_series(1, $3) as position
        returning id, email
      )
      insert into access_tokens (user_id, token_hash, device_id, is_limited, method, created_at, last_used_at)
      select made.id, given.hash, given.device_id, false, 'password', now(), now()
      from unnest($1::bytea[], $2::text[]) with ordinality as given (hash, device_id, position)
      join made on made.email = 'reader-' || given.position || '-' || $4 || '@example.com'`,
      [hashes, sessions.map(({ deviceId }) => deviceId), count, randomUUID()],
    );
    // Updates the planner's statistics, as autovacuum does in production.
    for (const table of ['users', 'access_tokens']) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
  return sessions;
}

/** Returns the bytes of a request of the contract, from the session's source address. */
export function requestBytes(endpoint: Endpoint, from: Partial<BenchSession>, body = ''): Buffer {
  const headers = {
    host: 'api.example',
    ...(from.token === undefined ? {} : { authorization: `Bearer ${from.token}` }),
    ...(from.deviceId === undefined ? {} : { 'app-identifier': from.deviceId }),
    ...(from.address === undefined ? {} : { 'x-forwarded-for': from.address }),
    ...(body === ''
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${endpoint.method} ${endpoint.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
