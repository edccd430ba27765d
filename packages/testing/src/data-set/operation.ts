/** Referrals and free days, support, operators' actions, and the counters of requests. */
export const operationStatements: readonly string[] = [
  `insert into referral_codes (user_id, code, created_at)
    select id, (select string_agg(substr('123456789ABCDEFGHJKMNPQRSTVWXYZ', ((n * 387420489 >> (4 * place)) % 31)::integer + 1, 1), '')
        from generate_series(0, 7) place) , created_at
    from made_accounts where n % 5 = 0
    on conflict do nothing`,
  `insert into referrals (friend_id, referrer_id, claimed_at)
    select friend.id, referrer.id, friend.created_at from made_accounts friend join made_accounts referrer
      on referrer.n = 5 * (1 + pg_temp.hash('referrer', friend.n) % (pg_temp.accounts() / 5))
    where pg_temp.share('referred', friend.n) < 0.08 and friend.n <> referrer.n`,
  `insert into free_days (id, user_id, days, reason, cause, given_at)
    select pg_temp.id('free', row_number() over (order by friend_id), claimed_at), friend_id, 30, 'referral',
      'friend ' || friend_id, claimed_at from referrals
    union all
    select pg_temp.id('operator', n, created_at), id, 7, 'operator', 'support ' || n, created_at from made_accounts
    where pg_temp.share('compensated', n) < 0.01`,
  `insert into free_days_taken_back (free_days_id, taken_back_at)
    select id, given_at + interval '10 days' from free_days where days = 7`,
  `create temporary table made_tickets as
    select row_number() over (order by at) as n, id as user_id, at, kind,
      case when at > pg_temp.moment() - interval '2 days' then (array['open', 'waiting', 'answered'])[1 + n % 3]
        else 'closed' end as state
    from (select n, id, created_at + (pg_temp.moment() - created_at) * pg_temp.share('ticket at', n * 10 + turn) as at,
        (array['chat', 'chat', 'refund_dispute', 'contact'])[1 + n % 4] as kind
      from made_accounts, generate_series(0, 3) turn where pg_temp.share('ticket', n * 10 + turn) < 0.01) asked`,
  `insert into support_tickets (id, user_id, kind, cause, subject, body, opened_at, closed_at, state, name, email, changed_at)
    select pg_temp.id('ticket', n, at), case when kind <> 'contact' then user_id end, kind, 'cause ' || n, 'Question ' || n,
      case when kind = 'refund_dispute' then 'The payment of order ' || n || ' was disputed.' end, at,
      case when state = 'closed' then at + interval '1 day' end, state,
      case when kind = 'contact' then 'Visitor ' || n end, case when kind = 'contact' then 'visitor-' || n || '@example.net' end,
      case when state = 'closed' then at + interval '1 day' else at end
    from made_tickets where kind <> 'contact' or at > pg_temp.moment() - interval '178 days' or pg_temp.is_due(18, n)
    order by made_tickets.at`,
  `insert into ticket_messages (id, ticket_id, author, body, sent_at)
    select pg_temp.id('message' || turn, row_number() over (order by t.id), opened_at + interval '1 hour' * turn), t.id,
      (array['customer', 'operator'])[1 + turn % 2], repeat('The connection ends after some minutes. ', 5),
      opened_at + interval '1 hour' * turn
    from support_tickets t, generate_series(0, 2) turn where body is null`,
  `insert into ticket_attachments (id, message_id, name, media_type, content)
    select pg_temp.id('attachment', position, sent_at), id, 'log.txt', 'text/plain', convert_to(repeat(md5(id::text), 100), 'UTF8')
    from (select *, row_number() over (order by id) as position from ticket_messages where author = 'customer') m
    where pg_temp.share('attachment', position) < 0.1`,
  `insert into operators (id, name, role, password_hash, totp_secret, last_step, created_at)
    select pg_temp.id('operator', n, pg_temp.moment() - interval '700 days'), 'operator-' || n,
      (array['support', 'finance', 'admin'])[1 + n % 3], '$argon2id$' || md5(n::text), md5('sealed' || n), 0,
      pg_temp.moment() - interval '700 days'
    from generate_series(1, 8) n`,
  `insert into operator_actions (id, operator, action, user_id, done_at, details)
    select pg_temp.id('action', a.n * 3 + turn, at), 'operator-' || 1 + a.n % 8,
      (array['operator_read', 'operator_read', 'operator_read', 'operator_read', 'answer_ticket', 'refund', 'grant_days'])[1 + a.n % 7],
      a.id, at, jsonb_build_object('page', 'customer')
    from made_accounts a, generate_series(0, 2) turn,
      lateral (select a.created_at + (pg_temp.moment() - a.created_at) * pg_temp.share('read at', a.n * 3 + turn) as at) dated
    where pg_temp.share('read', a.n * 3 + turn) < 0.1
    order by dated.at`,
  `insert into idempotency_keys (user_id, endpoint, key, request_hash, answer, running_until, created_at)
    select id, 'POST /v1/orders', md5('key' || n), pg_temp.secret('request', n), '{"status": 200}', at, at
    from (select id, n, case when pg_temp.is_due(19, n) then pg_temp.moment() - interval '8 days'
        else pg_temp.moment() - interval '23 hours' * pg_temp.share('key at', n) end as at
      from made_accounts where pg_temp.share('key', n) < 0.005 or pg_temp.is_due(19, n)) keyed`,
  `insert into rate_counters (bucket, calls, expires_at)
    select md5('bucket' || n), 1, case when pg_temp.is_due(20, n) then pg_temp.moment() - interval '2 minutes'
      else pg_temp.moment() + interval '1 hour' * pg_temp.share('bucket', n) end
    from made_accounts where pg_temp.share('counted', n) < 0.02 or pg_temp.is_due(20, n)`,
  `insert into refused_webhooks (hour, reason, refusals, first_at, last_at)
    select date_trunc('hour', pg_temp.moment()) - interval '1 hour' * hours, 'bad_signature', 3, pg_temp.moment(), pg_temp.moment()
    from generate_series(0, 700) hours`,
  `insert into status_days (subject, day, working, measured_at)
    select subject, (pg_temp.moment() at time zone 'UTC')::date - days, 1440, pg_temp.moment() - interval '1 minute' * days
    from unnest(array['api', 'website', 'payments']) subject, generate_series(1, 89) days`,
];
