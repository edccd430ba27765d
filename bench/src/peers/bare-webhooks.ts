import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { serveAsPeer } from '../api/serve-as-peer.ts';

/**
 * A minimal webhook handler: verifies the signature of the raw body and inserts one row per event id before the response. Reads
 * DATABASE_URL and PADDLE_WEBHOOK_SECRET; prints its port.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const secret = process.env.PADDLE_WEBHOOK_SECRET ?? '';

await pool.query(`
  create table if not exists bare_webhooks (event_id text primary key, received_at timestamptz not null, payload jsonb not null)`);

const insert = {
  name: 'insert',
  text: 'insert into bare_webhooks (event_id, received_at, payload) values ($1, now(), $2) on conflict do nothing',
};

function isGenuine(header: string, body: Buffer): boolean {
  const [, ts = '', h1 = ''] = /^ts=(\d+);h1=([0-9a-f]{64})$/.exec(header) ?? [];
  const wanted = createHmac('sha256', secret).update(`${ts}:`).update(body).digest();
  return (
    h1 !== '' &&
    timingSafeEqual(wanted, Buffer.from(h1, 'hex')) &&
    Math.abs(Date.now() / 1000 - Number(ts)) < 300
  );
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (!isGenuine(String(request.headers['paddle-signature']), body)) {
      response.writeHead(400).end();
      return;
    }
    const text = body.toString();
    const { event_id: eventId } = JSON.parse(text) as { event_id: string };
    pool.query({ ...insert, values: [eventId, text] }).then(
      () => response.writeHead(200, { 'content-length': 0 }).end(),
      () => response.writeHead(500).end(),
    );
  });
});

serveAsPeer(server, pool);
