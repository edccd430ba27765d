import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runSql } from '../support/database.ts';

interface FakeGateway extends AsyncDisposable {
  readonly id: string;
  readonly host: string;
  readonly httpPort: number;
  readonly socksPort: number;
}

/** Egress address that the fake proxy reports. */
export const fakeExitAddress = '198.51.100.77';

/**
 * Creates a gateway with a proxy and exits, since this stack has no lab. The database lists them as live for a day; the proxy responds to
 * every request like our address page with `fakeExitAddress`.
 */
export async function startFakeProxyGateway(
  location: string,
  exits: readonly { readonly country: string; readonly city: string; readonly name: string }[],
): Promise<FakeGateway> {
  const server = createServer((_, response) => response.end(JSON.stringify({ address: fakeExitAddress })));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const gateway = { id: randomUUID(), host: '127.0.0.1', httpPort: port, socksPort: 1080 };
  // Marks the gateway of an earlier attempt as offline.
  await runSql(
    `update gateways set last_heard_at = now() - interval '1 day' where location_code = $1 and ipv4 = $2`,
    [location, gateway.host],
  );
  await runSql(
    `insert into gateways (
       id, location_code, credential_hash, wireguard_public_key, wireguard_port, door_port, ipv4, ipv6,
       version, peers, load_percent, last_heard_at, created_at, proxy_http_port, proxy_socks_port
     ) values ($1, $2, $3, $4, 51820, 443, $5, null, '1.0.0', 0, 20, now() + interval '1 day', now(), $6, $7)`,
    [gateway.id, location, hash(), key(), gateway.host, gateway.httpPort, gateway.socksPort],
  );
  for (const { country, city, name } of exits) {
    await runSql(
      `insert into exits (
         country, city, city_name, use, credential_hash, wireguard_public_key, consent_version, consent_name,
         consented_at, gateway_id, state, state_at
       ) values ($1, $2, $3, 'native', $4, $5, 1, 'An Owner', now(), $6, 'live', now() + interval '1 day')`,
      [country, city, name, hash(), key(), gateway.id],
    );
  }
  return {
    ...gateway,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

const hash = () => createHash('sha256').update(randomBytes(32)).digest();
const key = () => randomBytes(32).toString('base64');

/** Inserts an account's usage of the last days, today first. `proxyUserId` is null for residential VPN data. */
export async function insertUsage(
  email: string,
  product: 'residential_vpn' | 'residential_proxy',
  proxyUserId: string | null,
  gigabytes: readonly number[],
): Promise<void> {
  for (const [daysAgo, amount] of gigabytes.entries()) {
    await runSql(
      `insert into data_usage_days (user_id, product, proxy_user_id, day, bytes)
       select id, $2, $3, (now() at time zone 'utc')::date - $4::integer, $5 from users where email = $1`,
      [email, product, proxyUserId, daysAgo, Math.round(amount * 1e9)],
    );
  }
}
