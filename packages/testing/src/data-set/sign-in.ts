/** Sign-in methods besides a password, second factors, and sign-ins in progress. */
export const signInStatements: readonly string[] = [
  `insert into two_factor (user_id, setup_id, sealed_secret, last_used_step, code_checked_at, created_at)
    select id, pg_temp.id('set-up', n, created_at), md5(n::text), 59000000, created_at, created_at
    from made_accounts where pg_temp.share('two factor', n) < 0.1`,
  `insert into recovery_codes (user_id, code_hash, used_at)
    select id, pg_temp.secret('code' || code, n), null from made_accounts, generate_series(1, 10) code
    where pg_temp.share('two factor', n) < 0.1`,
  `insert into trusted_devices (user_id, device_hash, trusted_until)
    select id, pg_temp.secret('trusted', n), pg_temp.moment() + interval '30 days' * pg_temp.share('trusted', n)
    from made_accounts where pg_temp.share('two factor', n) < 0.05`,
  `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_backup_eligible, is_backed_up, name,
      created_at, last_used_at)
    select pg_temp.id('passkey', n, created_at), id, pg_temp.secret('credential', n), pg_temp.secret('cose', n), 1, '{internal}',
      true, true, 'Passkey', created_at, created_at + interval '1 day'
    from made_accounts where pg_temp.share('passkey', n) < 0.08`,
  `insert into identities (id, user_id, provider, issuer, subject, email, created_at, last_used_at)
    select pg_temp.id('identity', n, created_at), id, provider, 'https://' || provider || '.example', md5('subject' || n),
      'customer-' || n || '@example.com', created_at, created_at + interval '1 day'
    from (select *, (array['google', 'apple', 'facebook'])[1 + n % 3] as provider from made_accounts) a
    where pg_temp.share('identity', n) < 0.15`,
  `insert into one_time_tokens (id, token_hash, session_id, expires_at)
    select pg_temp.id('one-time', n, pg_temp.moment()), pg_temp.secret('one-time', n), id,
      case when pg_temp.is_due(5, n) then pg_temp.moment() - interval '1 minute'
        else pg_temp.moment() + interval '1 minute' * (1 + pg_temp.share('one-time', n)) end
    from made_sessions where pg_temp.share('opens', n) < 0.0005 or pg_temp.is_due(5, n) and n < pg_temp.accounts()`,
  `insert into device_authorizations (id, device_code_hash, user_code, device_id, device_name, platform, address, state, user_id,
      interval_seconds, created_at, expires_at)
    select pg_temp.id('authorization', n, pg_temp.moment()), pg_temp.secret('authorization', n),
      substr(upper(md5('code' || n)), 1, 12), md5('device' || n), 'Television', 'other', '192.0.2.1', 'pending', null, 5,
      pg_temp.moment() - interval '5 minutes',
      case when pg_temp.is_due(6, n) then pg_temp.moment() - interval '1 minute' else pg_temp.moment() + interval '5 minutes' end
    from made_accounts where pg_temp.share('authorization', n) < 0.0005 or pg_temp.is_due(6, n)`,
  `insert into passkey_challenges (challenge_hash, purpose, device_id, session_id, expires_at)
    select pg_temp.secret('challenge', n), 'sign_in', md5('device' || n), null,
      case when pg_temp.is_due(7, n) then pg_temp.moment() - interval '1 minute' else pg_temp.moment() + interval '4 minutes' end
    from made_accounts where pg_temp.share('challenge', n) < 0.0005 or pg_temp.is_due(7, n)`,
  `insert into social_sign_ins (state_hash, provider, session_id, device_id, nonce, code_verifier, redirect, opener, expires_at)
    select pg_temp.secret('state', n), 'google', null, md5('device' || n), md5('nonce' || n), md5('verifier' || n), null, 'dashboard',
      case when pg_temp.is_due(8, n) then pg_temp.moment() - interval '1 minute' else pg_temp.moment() + interval '9 minutes' end
    from made_accounts where pg_temp.share('state', n) < 0.0005 or pg_temp.is_due(8, n)`,
  `insert into pending_identities (token_hash, user_id, provider, issuer, subject, email, reason, device_id, redirect, opener,
      link_hashes, expires_at)
    select pg_temp.secret('pending', n), id, 'google', 'https://google.example', md5('pending' || n), null, 'email_missing',
      md5('device' || n), null, 'dashboard', array[pg_temp.secret('pending link', n)],
      case when pg_temp.is_due(9, n) then pg_temp.moment() - interval '1 minute' else pg_temp.moment() + interval '50 minutes' end
    from made_accounts where pg_temp.share('pending', n) < 0.0005 or pg_temp.is_due(9, n)`,
];
