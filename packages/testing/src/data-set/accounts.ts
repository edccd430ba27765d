/**
 * Accounts, in the order of their creation, one each few minutes or seconds for two years. A temporary table numbers them. Of these
 * accounts 60 % are customers, 4 % of the last week's are not verified, and those deleted in the last five days await their removal.
 */
export const accountStatements: readonly string[] = [
  `create temporary table made_accounts as
    select n, pg_temp.id('account', n, at) as id, at as created_at, pg_temp.share('customer', n) < 0.6 or pg_temp.is_due(3, n)
        or pg_temp.is_due(12, n) or pg_temp.is_due(13, n) or pg_temp.is_due(14, n) or pg_temp.is_due(15, n) as is_customer,
      case when at > pg_temp.moment() - interval '7 days' then pg_temp.share('verified', n) < 0.96
        else not pg_temp.is_due(1, n) end as is_verified,
      case when pg_temp.is_due(2, n) then pg_temp.moment() - interval '6 days'
        when pg_temp.share('deleted', n) < 0.0003
          then pg_temp.moment() - interval '5 days' * pg_temp.share('deleted at', n) end as deleted_at
    from (select n, pg_temp.moment() - interval '1 hour'
        - interval '730 days' * (1 - n::double precision / pg_temp.accounts()) as at
      from generate_series(1, pg_temp.accounts()) n) numbered`,
  'create unique index on made_accounts (n)',
  'analyze made_accounts',
  `insert into users (id, email, password_hash, verified_at, paddle_customer_id, created_at, two_factor_enabled_at, deleted_at,
      banned_at, ban_reason)
    select id, 'customer-' || n || '@' || (array['example.com', 'mail.example', 'post.example', 'example.org'])[1 + n % 4],
      case when pg_temp.share('password', n) < 0.9
        then '$argon2id$v=19$m=19456,t=2,p=1$' || encode(pg_temp.secret('salt', n), 'hex') || '$' || md5(n::text) end,
      case when is_verified then created_at + interval '2 minutes' end,
      case when is_customer then 'ctm_' || substr(md5('customer' || n), 1, 26) end,
      created_at,
      case when pg_temp.share('two factor', n) < 0.1 then created_at + interval '1 day' end,
      deleted_at,
      case when pg_temp.share('banned', n) < 0.0005 then created_at + interval '30 days' end,
      case when pg_temp.share('banned', n) < 0.0005 then 'Card testing' end
    from made_accounts`,
  // Three sessions for every two accounts: sessions end 30 days after their last use.
  `insert into access_tokens (id, user_id, token_hash, device_id, is_limited, method, client, platform, created_at, last_used_at,
      second_factor_at)
    select pg_temp.id('session', s.n, s.at), a.id, pg_temp.secret('session', s.n), md5('device' || s.n),
      pg_temp.share('limited', s.n) < 0.0002 and s.at > pg_temp.moment() - interval '1 hour',
      (array['password', 'password', 'password', 'social', 'passkey', 'quick_login'])[1 + s.n % 6],
      (array['Firefox', 'Chrome', 'Comet', 'Safari', null])[1 + s.n % 5],
      (array['linux', 'windows', 'macos', 'ios', 'android'])[1 + s.n % 5], s.at,
      case when pg_temp.is_due(1, s.n / 2) and s.n % 2 = 0 then pg_temp.moment() - interval '31 days'
        else greatest(s.at, pg_temp.moment() - interval '29 days' * pg_temp.share('used', s.n)) end,
      case when pg_temp.share('factor given', s.n) < 0.1 then s.at end
    from (select n, (2 * n + 2) / 3 as account, pg_temp.moment() - interval '1 minute'
        - interval '300 days' * pg_temp.share('session', n) * (1 - n * 0.6 / pg_temp.accounts()) as at
      from generate_series(1, pg_temp.accounts() * 3 / 2) n) s
    join made_accounts a on a.n = s.account where a.deleted_at is null`,
  `create temporary table made_sessions as
    select row_number() over (order by id) as n, id, user_id, device_id, created_at from access_tokens`,
  'create index on made_sessions (user_id)',
  'analyze made_sessions',
  `insert into known_devices (user_id, device_hash, last_sign_in, passed_second_factor)
    select user_id, decode(md5(device_id), 'hex'), (created_at at time zone 'UTC')::date, n % 10 = 0 from made_sessions`,
  // A device for four of five customers, on the account's own session; some were removed within the last day.
  `insert into devices (id, user_id, name, platform, slot, created_at, removed_at, device_hash, session_id)
    select pg_temp.id('device', a.n * 4 + slot, a.created_at + interval '1 hour'), a.id, 'Machine ' || slot,
      (array['linux', 'windows', 'macos', 'ios', 'android', 'router'])[1 + (a.n + slot) % 6], slot,
      a.created_at + interval '1 hour',
      case when slot = 1 and pg_temp.is_due(3, a.n) then pg_temp.moment() - interval '27 hours'
        when slot = 1 and pg_temp.share('device removed', a.n) < 0.001 then pg_temp.moment() - interval '3 hours' end,
      decode(md5('machine' || a.n * 4 + slot), 'hex'),
      case when slot = 0 then (select id from made_sessions s where s.user_id = a.id limit 1) end
    from made_accounts a, generate_series(0, 3) slot
    where a.is_customer and a.deleted_at is null
      and (pg_temp.share('devices', a.n) * 2.6 > slot or slot = 1 and pg_temp.is_due(3, a.n))`,
  `insert into email_links (id, user_id, token_hash, created_at, expires_at, used_at, purpose)
    select pg_temp.id('link', n, created_at), id, pg_temp.secret('link', n), created_at, created_at + interval '1 day',
      case when is_verified then created_at + interval '2 minutes' end, 'verify'
    from made_accounts
    union all
    select pg_temp.id('reset', n, created_at + interval '40 days'), id, pg_temp.secret('reset', n),
      created_at + interval '40 days', created_at + interval '41 days', created_at + interval '40 days 1 hour', 'password_reset'
    from made_accounts where pg_temp.share('reset', n) < 0.2 and created_at < pg_temp.moment() - interval '40 days'`,
  `insert into former_passwords (id, user_id, password_hash, replaced_at)
    select pg_temp.id('former', n, created_at + interval '40 days'), id, '$argon2id$v=19$m=19456,t=2,p=1$' || md5(n::text),
      created_at + interval '40 days'
    from made_accounts where pg_temp.share('reset', n) < 0.2 and created_at < pg_temp.moment() - interval '40 days'`,
  `insert into sign_in_notices (user_id, ends_at, mails, held)
    select id, case when pg_temp.is_due(4, n) then pg_temp.moment() - interval '1 minute'
        else pg_temp.moment() + interval '20 hours' * pg_temp.share('notice', n) + interval '1 hour' end, 1, '[]'
    from made_accounts where deleted_at is null and (pg_temp.share('noticed', n) < 0.01 or pg_temp.is_due(4, n))`,
];
