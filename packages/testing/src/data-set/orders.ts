/** Turns an order's position into `CV-` and six characters; an odd factor modulo 2^30 gives every order another one. */
const numberOf = (n: string): string => `(select 'CV-' || string_agg(
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((${n} * 387420489 + 12345) & 1073741823) >> (5 * place))::integer % 32 + 1, 1), '')
  from generate_series(0, 5) place)`;

/**
 * Orders in the order of their creation, about one for each account: the first subscription of each customer, data and dedicated
 * addresses of some, and checkouts that were given up, failed or are open. Then the subscriptions: three quarters are running.
 */
export const orderStatements: readonly string[] = [
  `insert into coupons (id, code, percent, currency, plans, first_purchase_only, created_at)
    select pg_temp.id('coupon', n, pg_temp.moment() - interval '700 days'), 'SAVE-' || n, 10, 'USD', '{}', false,
      pg_temp.moment() - interval '700 days'
    from generate_series(1, 50) n`,
  `create temporary table made_orders as
    select row_number() over (order by created_at, n) as position, o.*, pg_temp.id(kind || state, n, created_at) as id
    from (
      select n, id as user_id, created_at + interval '10 minutes' as created_at, 'subscription' as kind,
        case when pg_temp.share('refunded', n) < 0.02 then 'refunded' else 'paid' end as state
      from made_accounts where is_customer
      union all
      select n, id, created_at + (pg_temp.moment() - interval '1 hour' - created_at) * pg_temp.share('data at', n),
        case when pg_temp.share('proxy', n) < 0.3 then 'proxy_traffic' else 'residential_data' end, 'paid'
      from made_accounts where is_customer and pg_temp.share('data', n) < 0.2
      union all
      select n, id, created_at + (pg_temp.moment() - interval '1 hour' - created_at) * pg_temp.share('ip at', n), 'dedicated_ip',
        'paid'
      from made_accounts where is_customer and pg_temp.share('ip', n) < 0.05
      union all
      select n, id, created_at + interval '5 minutes', 'subscription', 'failed' from made_accounts
      where is_verified and pg_temp.share('failed', n) < 0.03
      union all
      select n, id, created_at + interval '4 minutes', 'subscription', 'expired' from made_accounts
      where is_verified and pg_temp.share('given up', n) < 0.25
      union all
      select n, id, pg_temp.moment() - interval '23 hours' * pg_temp.share('draft at', n), 'subscription', 'draft'
      from made_accounts where is_verified and deleted_at is null and pg_temp.share('draft', n) < 0.0007
      union all
      select n, id, pg_temp.moment() - interval '25 hours', 'subscription', 'draft' from made_accounts where pg_temp.is_due(10, n)
      union all
      select n, id, pg_temp.moment() - interval '1 minute' * (1 + pg_temp.share('open at', n)), 'residential_data', 'processing'
      from made_accounts where is_verified and deleted_at is null and pg_temp.share('open', n) < 0.0001
      union all
      select n, id, pg_temp.moment() - interval '10 minutes', 'proxy_traffic', 'processing' from made_accounts
      where pg_temp.is_due(11, n)
      union all
      select n, id, pg_temp.moment() - interval '3 days', 'residential_data', 'expired' from made_accounts
      where pg_temp.is_due(21, n)) o`,
  `insert into orders (id, number, user_id, kind, item, state, currency, total_amount, tax_amount, lines, method, provider,
      paddle_transaction_id, coingate_order_id, paddle_price_id, coupon_code, failure, created_at, processing_at, paid_at, refunded_at)
    select id, ${numberOf('position')}, user_id, kind,
      case kind
        when 'subscription' then jsonb_build_object('kind', kind, 'planId', '12-months', 'months', 12, 'trialDays', 0,
          'freeMonths', 1, 'priceAmount', 5988)
        when 'dedicated_ip' then jsonb_build_object('kind', kind, 'type', 'dedicated', 'country', 'nl', 'months', 12)
        else jsonb_build_object('kind', kind, 'gigabytes', 10) end,
      state, 'USD', amount, case when is_over then amount / 6 end,
      jsonb_build_array(jsonb_build_object('kind', case when kind = 'subscription' then 'plan' when kind = 'dedicated_ip'
        then 'dedicated_ip' else kind end, 'quantity', 1, 'amount', amount)),
      case when is_begun then case when is_crypto then 'crypto' else 'card' end end,
      case when is_begun then case when is_crypto then 'coingate' else 'paddle' end end,
      case when is_begun and not is_crypto then 'txn_' || md5('transaction' || position) end,
      case when is_begun and is_crypto then 'cg-' || position end,
      'pri_plain', case when pg_temp.share('coupon', position) < 0.1 then 'SAVE-' || 1 + position % 50 end,
      case when state = 'failed' then 'declined' end,
      created_at, case when is_begun then created_at + interval '1 minute' end,
      case when is_over then created_at + interval '2 minutes' end,
      case when state = 'refunded' then created_at + interval '5 days' end
    from (select *, case kind when 'subscription' then 5988 when 'dedicated_ip' then 4788 else 2500 end as amount,
        state in ('paid', 'refunded', 'failed', 'processing') or state = 'expired' and n % 5 > 0 as is_begun,
        state in ('paid', 'refunded') as is_over,
        case when state in ('failed', 'expired') and created_at > pg_temp.moment() - interval '8 days' then kind = 'residential_data'
          else pg_temp.share('crypto', position) < 0.1 and kind <> 'proxy_traffic' end as is_crypto
      from made_orders) o
    order by position`,
  'create index on made_orders (user_id)',
  'analyze made_orders',
  // A period is a month for one customer of ten, two years for three of ten, otherwise a year with a free month.
  `create temporary table made_subscriptions as
    select *, case when state in ('refunded', 'expired') then ends_at end as ended_at
    from (select *, pg_temp.id('subscription', n, created_at) as id,
        case when trial_ends then pg_temp.moment() + interval '12 hours'
          when renews_soon then pg_temp.moment() + interval '6 days'
          when state = 'trialing' then pg_temp.moment() + interval '2 days' * pg_temp.share('trial ends', n) + interval '1 hour'
          when expires_now or is_overdue then pg_temp.moment() - interval '3 minutes'
          when state = 'refunded' then least(created_at + interval '5 days', pg_temp.moment() - interval '1 hour')
          else created_at + length * periods end as ends_at
      from (select *, case when expires_now then 'cancelled' when is_overdue then 'past_due'
            when trial_ends then 'trialing' when renews_soon then 'active'
            when order_state = 'refunded' then 'refunded'
            when created_at > pg_temp.moment() - interval '2 days' then 'trialing'
            when is_over then 'expired' when pg_temp.share('cancelled', n) < 0.12 then 'cancelled' else 'active' end as state,
          case when is_over then 1 + floor((elapsed - 1) * pg_temp.share('given up at', n)) else elapsed + 1 end as periods
        from (select *, elapsed >= 1 and pg_temp.share('over', n) < 0.45 as is_over
          from (select *, floor(extract(epoch from pg_temp.moment() - created_at) / extract(epoch from length)) as elapsed
            from (select o.n, o.id as order_id, o.user_id, o.position, o.state as order_state,
                o.created_at + interval '2 minutes' as created_at, plan.*,
                pg_temp.is_due(12, o.n) as expires_now, pg_temp.is_due(13, o.n) as is_overdue,
                pg_temp.is_due(14, o.n) as trial_ends, pg_temp.is_due(15, o.n) as renews_soon
              from made_orders o
              join (values (0, '1-month', 1, 1199, interval '30 days'), (1, '12-months', 12, 5988, interval '395 days'),
                  (2, '24-months', 24, 8376, interval '820 days')) plan (position_of_plan, plan_id, months, price, length)
                on plan.position_of_plan = case when pg_temp.is_due(15, o.n) then 1
                  when pg_temp.share('plan', o.n) < 0.1 then 0 when pg_temp.share('plan', o.n) < 0.7 then 1 else 2 end
              where o.kind = 'subscription' and o.state in ('paid', 'refunded')) sold) counted) chosen) stated) timed`,
  'create unique index on made_subscriptions (n)',
  'analyze made_subscriptions',
  `insert into subscriptions (id, user_id, order_id, plan_id, months, state, paddle_subscription_id, started_at, active_until,
      access_until, paid_until, next_payment_amount, next_payment_at, currency, payment_kind, payment_last_digits, ended_at, created_at,
      trial_reminded_at)
    select s.id, user_id, order_id, plan_id, months, state,
      case when pg_temp.share('crypto', position) >= 0.1 then 'sub_' || md5('subscription' || n) end,
      created_at, ends_at,
      case when expires_now then pg_temp.moment() - interval '1 minute' else ends_at + interval '1 day' * (ended_at is null)::int end,
      ends_at, case when state in ('active', 'trialing', 'past_due') then price end,
      case when state in ('active', 'trialing', 'past_due') then ends_at end, 'USD', 'card', '4242', ended_at, created_at,
      case when state = 'trialing' and not pg_temp.is_due(14, n) then created_at + interval '1 minute' end
    from made_subscriptions s order by created_at`,
];
