/** The column of each table that says to which account a row belongs, where it is not `user_id`. */
export const accountColumns: Readonly<Record<string, string>> = { users: 'id', referrals: 'friend_id' };

/** Tables with rows of customers but without such a column: each belongs to one account through the table that it refers to. */
export const belongThrough: Readonly<Record<string, string>> = {
  address_swaps: 'services',
  free_days_taken_back: 'free_days',
  data_quota_leases: 'data_quota_accounts',
  one_time_tokens: 'access_tokens',
  refund_requests: 'orders',
  refunds: 'orders',
  service_periods: 'services',
  subscription_grants: 'subscriptions',
  ticket_attachments: 'ticket_messages',
  ticket_messages: 'support_tickets',
};

const fleet = 'the fleet: as many rows as machines';
const catalogue = 'the catalogue: some hundred rows that an operator enters';
const operators = 'operators, not customers';
const job = 'bookkeeping of the service: one row, or some by job or hour';
const signedOut = 'written before it is known which account signs in, and deleted within a day';

/** Tables that stay on one node or are copied to all, with the reason. */
export const undistributed: Readonly<Record<string, string>> = {
  ...{
    coupons: 'a code is entered by any account',
    plans: catalogue,
    prices: catalogue,
    locations: catalogue,
  },
  ...{ dedicated_ips: 'a stock that all accounts share: an address is assigned to one after another' },
  rested_addresses: 'addresses of the stock, without their last customer',
  provider_events: 'stored before their order is known; some belong to no account',
  ledger_entries: 'kept for the tax office after the account is deleted',
  ...{
    ledger_archives: 'files of entries of deleted accounts',
    ledger_archive_sums: 'sums of such files',
    archived_references: 'hashes of the references of such entries, without their account',
  },
  ...{ deleted_blobs: 'attachments to delete, without their account' },
  ...{
    passkey_challenges: signedOut,
    social_sign_ins: signedOut,
    rate_counters: 'counted by address or hash',
  },
  ...{ gateways: fleet, gateway_addresses: fleet, gateway_hours: fleet, gateway_proofs: fleet },
  gateway_port_blocks: 'ports of the fleet that an operator blocks, without their holder',
  ...{
    enrolment_tokens: fleet,
    exits: fleet,
    exit_addresses: fleet,
    exit_days: fleet,
    exit_invitations: fleet,
  },
  ...{
    exit_proofs: fleet,
    upstreams: fleet,
    bridges: fleet,
    upstream_states: fleet,
    server_list: fleet,
    gateway_feed: fleet,
  },
  gateway_changes: 'in the order of each gateway, which reads the changes of all accounts',
  ...{ operators, operator_devices: operators, operator_passkeys: operators, operator_sessions: operators },
  ...{
    operator_used_challenges: operators,
    key_fingerprints: job,
    job_positions: job,
    refused_webhooks: job,
  },
  ...{ schema_compatibility: job, kysely_migration: job, kysely_migration_lock: job },
  ...{ status_days: job, status_incidents: job, status_incident_updates: job },
};

const provider = 'the id of the provider: an event finds its row by it';
const typed = 'entered by a person who is not signed in, or in another program';
const gateway = 'unique at one gateway, among all accounts';

/** Unique keys that hold across accounts and so cannot contain the account: they need a key table that is not distributed. */
export const acrossAccounts: Readonly<Record<string, string>> = {
  users_verified_email: 'an address has one verified account; a sign-in finds it by the address',
  identities_subject: 'an identity at Google, Apple or Facebook signs in to one account',
  passkeys_credential_id_key: 'a passkey signs in to one account',
  mailbox_benefits_pkey: 'a mailbox has one trial and one refund, over all accounts',
  orders_number: typed,
  orders_paddle_transaction_id_key: provider,
  orders_coingate_order_id_key: provider,
  subscriptions_paddle_subscription_id_key: provider,
  subscriptions_sold_once: 'a purchase in a store gives one account its time',
  subscription_grants_pkey: provider,
  refunds_pkey: provider,
  support_tickets_kind_cause_key: 'a cause, such as an event of a provider, opens one ticket',
  device_authorizations_user_code_key: typed,
  referral_codes_code_key: typed,
  proxy_users_username_key: typed,
  services_proxy_username_key: typed,
  openvpn_credentials_username_key: typed,
  wireguard_configs_public_key_key: 'a peer is found by its key',
  gateway_grants_host: gateway,
  gateway_grants_key: gateway,
  gateway_grants_mac: gateway,
  gateway_grants_username: gateway,
};
