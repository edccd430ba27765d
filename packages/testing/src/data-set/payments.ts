const payload = (
  type: string,
  transaction: string,
): string => `jsonb_build_object('event_id', 'evt_' || md5(${transaction}),
  'event_type', ${type}, 'occurred_at', at, 'data', jsonb_build_object('id', ${transaction}, 'status', 'completed',
  'customer_id', 'ctm_' || md5(${transaction} || 'customer'), 'currency_code', 'USD', 'origin', 'web', 'items',
  jsonb_build_array(jsonb_build_object('price', jsonb_build_object('id', 'pri_plain', 'name', 'Comet VPN'), 'quantity', 1)),
  'details', jsonb_build_object('totals', jsonb_build_object('total', '5988', 'tax', '998', 'subtotal', '4990')),
  'payments', jsonb_build_array(jsonb_build_object('status', 'captured', 'method_details', jsonb_build_object('type', 'card')))))`;

/** The columns of \`provider_events\` of a payment, from columns \`provider\`, \`transaction_id\`, \`subscription\`, \`at\` and \`amount\`. */
const paymentEvent = `provider, 'evt_' || md5(provider || transaction_id), case provider when 'paddle' then 'transaction.completed'
    else 'order.paid' end, at, at + interval '1 second', at + interval '2 seconds', transaction_id, subscription,
  jsonb_build_object('type', 'payment_completed', 'at', at, 'transactionId', transaction_id, 'subscriptionId', subscription,
    'priceIds', '["pri_plain"]'::jsonb, 'amount', amount, 'tax', amount / 6, 'currency', 'USD', 'period', null, 'method',
    jsonb_build_object('kind', 'card', 'lastDigits', '4242')),
  ${payload("'transaction.completed'", 'transaction_id')}`;

const columns = `provider, event_id, event_type, occurred_at, received_at, processed_at, transaction_id, subscription_id, event,
      payload, tries, retry_at, last_error`;

/**
 * Payments of orders and renewals, the provider's events about them in the order of their arrival, the ledger, refunds, coupons, and
 * one-time benefits. One event of a hundred is about no order; those of more than 30 days ago are due for deletion.
 */
export const paymentStatements: readonly string[] = [
  `create temporary table made_payments as
    select o.provider, coalesce(o.paddle_transaction_id, o.coingate_order_id) as transaction_id, o.id as order_id,
      s.id as subscription_id, s.paddle_subscription_id as subscription, o.paid_at as at, o.total_amount as amount, true as is_first
    from orders o left join subscriptions s on s.order_id = o.id where o.state in ('paid', 'refunded')
    union all
    select 'paddle', 'txn_' || md5('renewal' || made.n || '-' || period), null, s.id, s.paddle_subscription_id,
      made.created_at + made.length * period, made.price, false
    from made_subscriptions made join subscriptions s using (id), generate_series(1, made.periods::integer - 1) period
    where s.paddle_subscription_id is not null and s.state <> 'refunded'`,
  'analyze made_payments',
  `insert into subscription_grants (provider, transaction_id, subscription_id, kind, starts_at, bought_until, ends_at, free_months,
      amount, currency, granted_at)
    select provider, transaction_id, p.subscription_id, case when s.state = 'trialing' then 'trial' else 'payment' end, at,
      at + interval '30 days' * s.months, at + interval '30 days' * s.months, 0, amount, 'USD', at
    from made_payments p join subscriptions s on s.id = p.subscription_id order by p.at`,
  `insert into provider_events (${columns})
    select *, 0, null::timestamptz, null from (
      select ${paymentEvent} from made_payments
      union all
      select 'paddle', 'evt_' || md5('created' || id), 'subscription.created', at, at + interval '1 second', at + interval '2 seconds',
        null, subscription, jsonb_build_object('type', 'subscription_changed', 'at', at, 'subscriptionId', subscription,
          'transactionId', null, 'status', 'active', 'nextPaymentAt', null, 'periodEndsAt', null, 'cancelsAt', null, 'canceledAt', null),
        ${payload("'subscription.created'", 'subscription')}
      from (select id, paddle_subscription_id as subscription, created_at as at from subscriptions
        where paddle_subscription_id is not null) s
      union all
      select ${paymentEvent} from (
        select 'paddle' as provider, 'txn_' || md5('stray' || n) as transaction_id, null as subscription, 2500 as amount,
          case when pg_temp.is_due(16, n) then pg_temp.moment() - interval '31 days'
            else pg_temp.moment() - interval '29 days' * pg_temp.share('stray at', n) - interval '25 hours' end as at
        from made_accounts where pg_temp.share('stray', n) < 0.01 or pg_temp.is_due(16, n)) stray) event
      (provider, event_id, event_type, occurred_at, received_at, processed_at, transaction_id, subscription_id, event, payload)
    order by received_at`,
  `insert into provider_events (${columns})
    select 'paddle', 'evt_' || md5('failing' || n), 'product.updated', at, at, null, 'txn_' || md5('failing' || n), null, null,
      ${payload("'product.updated'", "'txn_' || md5('failing' || n)")}, 3, pg_temp.moment() + interval '1 hour', 'No answer'
    from (select n, pg_temp.moment() - interval '3 hours' as at from made_accounts where pg_temp.is_due(17, n)) failing`,
  `insert into ledger_entries (id, provider, kind, reference, order_id, product, amount, tax, currency, happened_at, booked_at)
    select pg_temp.id('ledger' || kind, position, at), provider, kind, transaction_id, order_id, '12-months', amount, amount / 6, 'USD',
      at, at
    from (select 'payment' as kind, provider, transaction_id, order_id, amount, at, row_number() over (order by at, transaction_id)
        as position from made_payments
      union all
      select 'refund', provider, 'adj_' || md5(id::text), id, -total_amount, refunded_at, row_number() over (order by id)
      from orders where state = 'refunded') booked
    order by booked.at`,
  `insert into refunds (adjustment_id, order_id, transaction_id, state, amount, currency, asked_at, decided_at)
    select 'adj_' || md5(o.id::text), o.id, coalesce(paddle_transaction_id, coingate_order_id),
      case when o.state = 'paid' then 'pending' else 'approved' end, total_amount, 'USD',
      coalesce(refunded_at, pg_temp.moment() - interval '1 day') - interval '1 hour', refunded_at
    from orders o join made_orders made using (id)
    where o.state = 'refunded' or o.kind = 'subscription' and o.state = 'paid' and pg_temp.is_due(15, made.n)`,
  `insert into refund_requests (id, order_id, command, arguments, amount, currency, requested_by, requested_at, expires_at, state,
      decided_by, decided_at)
    select pg_temp.id('request', made.n, o.refunded_at), o.id, 'refunds', array['approve', o.id::text], total_amount, 'USD',
      'operator-1', refunded_at, refunded_at + interval '7 days', 'approved', 'operator-2', refunded_at
    from orders o join made_orders made using (id) where o.state = 'refunded' and pg_temp.share('large', made.n) < 0.05`,
  `insert into coupon_uses (id, coupon_id, order_id, user_id, state, held_at)
    select pg_temp.id('use', made.position, o.created_at), c.id, o.id, o.user_id,
      case when o.state in ('paid', 'refunded') then 'used' when o.state = 'processing' then 'held' else 'released' end, o.created_at
    from orders o join made_orders made using (id) join coupons c on c.code = o.coupon_code where o.state <> 'draft'`,
  // Kept for a year, as are card uses.
  `insert into mailbox_benefits (mailbox_hash, kind, user_id, order_id, claimed_at, confirmed_at)
    select pg_temp.secret('mailbox', made.n), case when o.state = 'refunded' then 'refund' else 'trial' end, o.user_id, o.id,
      case when is_due then pg_temp.moment() - interval '367 days' else o.created_at end, o.paid_at
    from orders o join (select *, kind = 'subscription' and pg_temp.is_due(15, n) as is_due from made_orders) made using (id)
    where o.kind = 'subscription' and o.state in ('paid', 'refunded')
      and (o.created_at > pg_temp.moment() - interval '364 days' or is_due)`,
  `insert into card_uses (id, card_hash, kind, user_id, order_id, used_at)
    select pg_temp.id('card', made.n, o.created_at), pg_temp.secret('card', made.n), 'trial', o.user_id, o.id,
      case when is_due then pg_temp.moment() - interval '367 days' else o.created_at end
    from orders o join (select *, kind = 'subscription' and pg_temp.is_due(15, n) as is_due from made_orders) made using (id)
    where o.kind = 'subscription' and o.state = 'paid' and o.provider = 'paddle'
      and (o.created_at > pg_temp.moment() - interval '364 days' and pg_temp.share('trial', made.n) < 0.5 or is_due)`,
  // Hourly reminders have been sent, apart from those that are due.
  `insert into posted_emails (user_id, kind, fact, posted_at)
    select user_id, 'receipt', transaction_id, at from made_payments p join orders o on o.id = p.order_id
    union all
    select user_id, 'reminder renewal', id || ' ' || to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD'), ends_at - interval '7 days'
    from made_subscriptions
    where months >= 12 and not renews_soon and ends_at < pg_temp.moment() + interval '7 days' and state <> 'refunded'
    union all
    select s.user_id, 'reminder ' || reminder, s.id || ' ' || to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD'), ends_at
    from made_subscriptions s join orders o on o.id = s.order_id,
      unnest(array['ends_in_a_week', 'ends_tomorrow', 'ended']) reminder
    where o.provider = 'coingate' and ends_at < pg_temp.moment() + interval '7 days'
      and ends_at > pg_temp.moment() - interval '30 days'`,
];
