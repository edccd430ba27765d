/** Gateways with their hourly reports and change feed, residential exits, and the grants of accounts on gateways. */
export const fleetStatements: readonly string[] = [
  `insert into gateways (id, location_code, credential_hash, wireguard_public_key, wireguard_port, door_port, ipv4, version, peers,
      load_percent, last_heard_at, created_at, takes_exits, proxy_http_port, proxy_socks_port, credentials_at)
    select pg_temp.id('gateway', n, pg_temp.moment() - interval '700 days'), l.code, pg_temp.secret('gateway', n),
      encode(pg_temp.secret('gateway key', n), 'base64'), 51820, 51821, '198.51.' || n / 256 || '.' || n % 256, '0.1.0', 100 + n % 50,
      (n % 60)::integer, pg_temp.moment() - interval '10 seconds', pg_temp.moment() - interval '700 days', n % 5 = 1,
      case when n % 5 = 1 then 8080 end, case when n % 5 = 1 then 1080 end, pg_temp.moment() - interval '700 days'
    from generate_series(1, pg_temp.gateways()) n
    join (select code, row_number() over (order by code) - 1 as position, count(*) over () as count from locations) l
      on l.position = n % l.count`,
  `create temporary table made_gateways as
    select row_number() over (order by id) as n, id, takes_exits from gateways where credentials_at is not null`,
  'create unique index on made_gateways (n)',
  'analyze made_gateways',
  `insert into gateway_hours (gateway_id, hour, reports, max_peers, max_load_percent, max_bytes_per_second)
    select id, date_trunc('hour', pg_temp.moment()) - interval '1 hour' * hours, 120, 100, 40, 1000000
    from made_gateways, generate_series(0, 24 * 7) hours`,
  `insert into gateway_addresses (gateway_id, address, first_used_at)
    select id, '198.51.100.' || n % 256, pg_temp.moment() - interval '700 days' from made_gateways`,
  `insert into gateway_proofs (id, gateway_id, expires_at)
    select gen_random_uuid(), id, pg_temp.moment() + interval '1 minute' from made_gateways, generate_series(1, 5)`,
  // Revocations are kept while a ticket of the account may be valid: those of the last 26 hours.
  `insert into gateway_changes (gateway_id, kind, sub, slot, not_before, grant_id)
    select g.id, kind, case when kind = 'revoke' then md5('subject' || c.n) end, case when kind = 'revoke' then (c.n % 3)::integer end,
      extract(epoch from pg_temp.moment())::bigint - 93000 + c.n * 93000 / (pg_temp.accounts() * 5),
      case when kind <> 'revoke' then gen_random_uuid() end
    from (select n, (array['revoke', 'revoke', 'revoke', 'grant', 'withdraw'])[1 + n / pg_temp.gateways() % 5] as kind
      from generate_series(1, pg_temp.accounts() * 5) n) c
    join made_gateways g on g.n = 1 + c.n % pg_temp.gateways()
    order by c.n`,
  `insert into exits (id, country, city, city_name, network, use, credential_hash, wireguard_public_key, consent_version,
      consent_name, consented_at, gateway_id, state, state_at, latency_ms)
    select pg_temp.id('exit', n, pg_temp.moment() - interval '300 days'), 'NL', 'ams', 'Amsterdam', 'Example line', 'native',
      pg_temp.secret('exit', n), encode(pg_temp.secret('exit key', n), 'base64'), 1, 'Owner ' || n,
      pg_temp.moment() - interval '300 days', g.id, 'live', pg_temp.moment() - interval '10 seconds', 20
    from generate_series(1, 20) n
    join (select id, row_number() over (order by n) - 1 as position, count(*) over () as count from made_gateways
      where takes_exits) g on g.position = n % g.count`,
  `insert into exit_days (exit_id, gateway_id, day, carried_bytes)
    select id, gateway_id, (pg_temp.moment() at time zone 'UTC')::date - days, 1000000000 from exits, generate_series(0, 29) days`,
  `insert into exit_addresses (exit_id, address, last_used_at)
    select id, '203.0.113.1', pg_temp.moment() - interval '1 minute' from exits`,
  `insert into upstreams (id, protocol, host, port, username_template, sealed_password, countries, use, created_at)
    select pg_temp.id('upstream', n, pg_temp.moment() - interval '300 days'), 'http', 'upstream-' || n || '.example', 8080,
      'user-{country}', pg_temp.sealed(), '{US,DE}', 'shared', pg_temp.moment() - interval '300 days'
    from generate_series(1, 3) n`,
  `insert into upstream_states (upstream_id, gateway_id, country, live, state_at)
    select u.id, g.id, country, true, pg_temp.moment() - interval '10 seconds'
    from upstreams u, unnest(u.countries) country, made_gateways g where g.takes_exits`,
  // A WireGuard configuration for one account of ten, OpenVPN credentials at every gateway for one of fifty.
  `insert into gateway_grants (id, gateway_id, user_id, sub, kind, public_key, host, created_at)
    select pg_temp.id('grant', a.n, a.created_at), g.id, a.id, md5('subject' || a.n), 'wireguard',
      encode(pg_temp.secret('key', a.n), 'base64'), a.n, a.created_at
    from made_accounts a join made_gateways g on g.n = 1 + a.n % pg_temp.gateways()
    where a.is_customer and pg_temp.share('configuration', a.n) < 0.17`,
  `insert into wireguard_configs (id, user_id, grant_id, name, public_key, created_at)
    select pg_temp.id('configuration', host, created_at), user_id, id, 'Router', public_key, created_at
    from gateway_grants where kind = 'wireguard'`,
  `insert into openvpn_credentials (user_id, username, sealed_password, created_at)
    select id, substr(md5('openvpn' || n), 1, 20), pg_temp.sealed(), created_at
    from made_accounts where is_customer and pg_temp.share('openvpn', n) < 0.035`,
  `insert into gateway_grants (id, gateway_id, user_id, sub, kind, mac, created_at)
    select pg_temp.id('openvpn' || g.n, a.n, a.created_at), g.id, a.id, md5('subject' || a.n), 'openvpn',
      md5('mac' || a.n || '-' || g.n), a.created_at
    from made_accounts a, made_gateways g where a.is_customer and pg_temp.share('openvpn', a.n) < 0.035`,
  `insert into favorite_locations (user_id, location_code, marked_at)
    select a.id, l.code, a.created_at
    from made_accounts a join (select code, row_number() over (order by code) - 1 as position, count(*) over () as count
      from locations) l on l.position = a.n % l.count
    where pg_temp.share('favorite', a.n) < 0.3`,
];
