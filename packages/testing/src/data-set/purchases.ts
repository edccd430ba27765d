/** Residential data with its usage by day and the quota that gateways hold, proxy users, and dedicated addresses. */
export const purchaseStatements: readonly string[] = [
  `create temporary table made_data as
    select row_number() over (order by created_at, n) as position, n, user_id, id as order_id, created_at,
      case kind when 'proxy_traffic' then 'residential_proxy' else 'residential_vpn' end as product
    from made_orders where kind in ('residential_data', 'proxy_traffic') and state = 'paid'`,
  'create index on made_data (position)',
  'analyze made_data',
  `insert into proxy_users (id, user_id, name, username, sealed_password, enabled, created_at)
    select pg_temp.id('proxy user', position, created_at), user_id, 'Main', 'u' || substr(md5('proxy user' || position), 1, 12),
      pg_temp.sealed(), true, created_at
    from made_data where product = 'residential_proxy'`,
  `create temporary table made_proxy_users as
    select d.position, d.user_id, p.id, p.username, p.created_at from made_data d
    join proxy_users p on p.id = pg_temp.id('proxy user', d.position, d.created_at)`,
  'create index on made_proxy_users (position)',
  'analyze made_proxy_users',
  `insert into data_accounts (user_id, product, full_bytes, noticed_percent)
    select distinct user_id, product, 10000000000, 0 from made_data`,
  `insert into data_entries (id, user_id, product, kind, bytes, order_id, entered_at)
    select pg_temp.id('purchase', position, created_at), user_id, product, 'purchase', 10000000000, order_id, created_at
    from made_data`,
  // Fifteen days of use, ten for proxies; those before today were entered into the ledger, apart from the due ones.
  `insert into data_usage_days (user_id, product, proxy_user_id, day, bytes, entered_bytes)
    select d.user_id, d.product, p.id, (pg_temp.moment() at time zone 'UTC')::date - days, 100000000,
      case when days = 0 or days = 1 and pg_temp.is_due(0, d.n) then 0 else 100000000 end
    from made_data d left join made_proxy_users p using (position),
      generate_series(0, case when p.id is null then 14 else 9 end) days
    order by days desc`,
  `insert into data_entries (id, user_id, product, kind, bytes, entered_at)
    select pg_temp.id('usage' || days, position, at), user_id, product, 'usage', -100000000, at
    from made_data, generate_series(1, 14) days,
      lateral (select date_trunc('day', pg_temp.moment()) - interval '1 day' * days as at) dated
    where (days < 10 or product = 'residential_vpn') and not (days = 1 and pg_temp.is_due(0, n))
    order by dated.at`,
  `insert into data_quota_accounts (id, user_id, product, gateway_id, proxy_user_id)
    select pg_temp.id('quota' || side, d.position, d.created_at), d.user_id, d.product, g.id, p.id
    from made_data d left join made_proxy_users p using (position), generate_series(0, 1) side
    join made_gateways g on true
    where g.n = 1 + (d.position + side) % pg_temp.gateways()`,
  // Settled leases are deleted after two days, and leases without a report for a day are settled.
  `insert into data_quota_leases (id, quota_account_id, request, bytes, used_bytes, reported_at, settled_at)
    select pg_temp.id('lease' || turn, q.position, at), q.id, pg_temp.id('request' || turn, q.position, at), 100000000, 50000000,
      at, case when turn > 0 then at end
    from (select id, row_number() over (order by id) as position from data_quota_accounts) q, generate_series(0, 3) turn,
      lateral (select case when turn = 0 and pg_temp.is_due(5, q.position) and q.position < pg_temp.accounts()
            then pg_temp.moment() - interval '25 hours'
          when turn = 3 and pg_temp.is_due(6, q.position) and q.position < pg_temp.accounts()
            then pg_temp.moment() - interval '49 hours'
          when turn = 0 then pg_temp.moment() - interval '1 minute' * (1 + pg_temp.share('lease', q.position))
          else pg_temp.moment() - interval '15 hours' * turn end as at) dated`,
  `insert into gateway_grants (id, gateway_id, user_id, sub, kind, mac, holder_id, terms, created_at)
    select pg_temp.id('proxy' || g.n, p.position, p.created_at), g.id, p.user_id, md5('subject' || p.position), 'proxy',
      md5('proxy mac' || p.position || '-' || g.n), p.id,
      jsonb_build_object('username', p.username, 'addresses', '[]'::jsonb, 'proven', '[]'::jsonb,
        'purse', pg_temp.id('purse' || g.n, p.position, p.created_at), 'route', jsonb_build_object('kind', 'residential'),
        'limits', jsonb_build_object('connections', 500)),
      p.created_at
    from made_proxy_users p, made_gateways g where g.takes_exits`,
  `create temporary table made_services as
    select row_number() over (order by created_at, n) as position, n, user_id, id as order_id, created_at,
      created_at + interval '365 days' as ends_at,
      case when pg_temp.is_due(0, n) and created_at + interval '365 days' > pg_temp.moment() then 'active'
        when created_at + interval '365 days' > pg_temp.moment() then 'active' else 'expired' end as state
    from made_orders where kind = 'dedicated_ip' and state = 'paid'`,
  `insert into services (id, user_id, order_id, type, country, state, started_at, active_until, created_at)
    select pg_temp.id('service', position, created_at), user_id, order_id, 'dedicated', 'nl', state, created_at, ends_at, created_at
    from made_services`,
  `insert into service_periods (order_id, service_id, months, bought_at)
    select order_id, pg_temp.id('service', position, created_at), 12, created_at from made_services`,
  `insert into dedicated_ips (id, type, country, address, service_id, added_at, gateway_id)
    select pg_temp.id('address', position, created_at), 'dedicated', 'nl', '100.64.0.0'::inet + position,
      pg_temp.id('service', position, created_at), created_at, g.id
    from made_services s join made_gateways g on g.n = 1 + s.position % pg_temp.gateways() where s.state = 'active'`,
  `insert into dedicated_ips (id, type, country, address, added_at)
    select pg_temp.id('free address', n, pg_temp.moment()), 'dedicated', 'nl', '100.127.0.0'::inet + n,
      pg_temp.moment() - interval '10 days'
    from generate_series(1, 100) n`,
  `insert into address_swaps (id, service_id, address, reason, swapped_at)
    select pg_temp.id('swap', position, created_at), pg_temp.id('service', position, created_at), '100.126.0.0'::inet + position,
      'Blocked by a site', created_at + interval '10 days'
    from made_services where pg_temp.share('swap', n) < 0.1`,
  `insert into stock_requests (user_id, product, country, requested_at)
    select id, 'dedicated_residential', 'jp', created_at from made_accounts
    where deleted_at is null and pg_temp.share('stock', n) < 0.005`,
];
