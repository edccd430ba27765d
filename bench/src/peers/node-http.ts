import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { serveAsPeer } from '../api/serve-as-peer.ts';

/**
 * A minimal server for "current user": `node:http` and the API's SELECT of the access token, prepared. No limits,
 * no request id, no log, no checks. Reads DATABASE_URL; prints its port.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const select = {
  name: 'current-user',
  text: `
    select users.id, users.email, users.verified_at, users.created_at,
      access_tokens.id as token_id, access_tokens.device_id, access_tokens.last_used_at,
      access_tokens.is_limited, access_tokens.method, access_tokens.created_at as signed_in_at
    from access_tokens join users on users.id = access_tokens.user_id
    where access_tokens.token_hash = $1 and users.deleted_at is null`,
};

interface Row {
  readonly id: string;
  readonly email: string;
  readonly verified_at: Date | null;
  readonly created_at: Date;
}

const server = createServer((request, response) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  pool.query<Row>({ ...select, values: [hash('sha256', token, 'buffer')] }).then(
    ({ rows: [user] }) => {
      if (user === undefined) return response.writeHead(401).end();
      const body = JSON.stringify({
        id: user.id,
        email: user.email,
        email_verified: user.verified_at !== null,
        created_at: user.created_at.toISOString(),
      });
      return response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    },
    () => response.writeHead(500).end(),
  );
});

serveAsPeer(server, pool);
