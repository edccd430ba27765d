/** Tables of which nothing is in an export, each with its reason. What concerns people is repeated in the archive's own page. */
export const otherTables: Readonly<
  Record<string, { readonly reason: string; readonly isAboutPeople: boolean }>
> = {
  one_time_tokens: {
    reason: 'One-time tokens: hashes that sign the dashboard in once and live for a minute.',
    isAboutPeople: true,
  },
  sign_in_notices: {
    reason:
      'How many new sign-ins we mailed you about within an hour, and with which programs others were made, until one mail names them at its end.',
    isAboutPeople: true,
  },
  former_passwords: {
    reason: 'Former passwords: one-way hashes, so that a new password differs from them.',
    isAboutPeople: true,
  },
  social_sign_ins: {
    reason: 'Sign-ins on their way to a provider and back: hashes and one-time secrets, for ten minutes.',
    isAboutPeople: true,
  },
  passkey_challenges: {
    reason: 'Passkey challenges: hashes of what a passkey is asked to sign, for some minutes.',
    isAboutPeople: true,
  },
  mailbox_benefits: {
    reason:
      'Mailboxes that had a free trial or their money back: a keyed hash that tells no address, for 12 months, so that each is given once.',
    isAboutPeople: true,
  },
  card_uses: {
    reason:
      'Cards that a free trial began with, or whose payment was asked back: a keyed hash of brand, last four digits and expiry, for 12 months, for our staff to look at.',
    isAboutPeople: true,
  },
  operators: { reason: 'Our staff, and how they sign in.', isAboutPeople: false },
  operator_devices: { reason: 'Browsers that our staff signed in with, as hashes.', isAboutPeople: false },
  operator_sessions: { reason: 'Sessions of our staff.', isAboutPeople: false },
  idempotency_keys: {
    reason: 'Answers to repeated requests: copies of what the other files hold, for a day.',
    isAboutPeople: true,
  },
  gateway_changes: {
    reason:
      'Ended tunnels and changed configs: servers are told by pseudonyms and ids, and it is forgotten after 26 hours.',
    isAboutPeople: true,
  },
  rate_counters: {
    reason: 'Counts of calls, under keyed hashes that name nobody, for 30 days at most.',
    isAboutPeople: true,
  },
  locations: { reason: 'Our own places.', isAboutPeople: false },
  gateways: { reason: 'Our own servers.', isAboutPeople: false },
  gateway_addresses: { reason: 'From where our own servers call us.', isAboutPeople: false },
  gateway_proofs: { reason: 'Proofs of our own servers that were used, for minutes.', isAboutPeople: false },
  exits: {
    reason:
      'Residential lines that their owners lend to us: kept by the name that agreed, apart from accounts.',
    isAboutPeople: true,
  },
  exit_invitations: { reason: 'How such lines join.', isAboutPeople: false },
  exit_proofs: { reason: 'Proofs of such lines that were used, for minutes.', isAboutPeople: false },
  exit_addresses: {
    reason: 'From where such lines call us, for a day: kept apart from accounts.',
    isAboutPeople: true,
  },
  exit_days: { reason: 'What such lines carried by day, for all customers together.', isAboutPeople: false },
  upstreams: { reason: 'Providers of further lines.', isAboutPeople: false },
  upstream_states: { reason: 'Which of these lines answer.', isAboutPeople: false },
  enrolment_tokens: { reason: 'How our own servers join.', isAboutPeople: false },
  server_list: { reason: 'The version of the list of our own servers.', isAboutPeople: false },
  gateway_feed: { reason: 'How far the feed to our own servers was cleaned.', isAboutPeople: false },
  rested_addresses: {
    reason: 'Addresses out of stock, and until when nobody gets them: by then nobody is named any more.',
    isAboutPeople: false,
  },
  key_fingerprints: { reason: 'Which keys our own servers use, as fingerprints.', isAboutPeople: false },
  prices: { reason: 'What is sold besides plans, the same for everyone.', isAboutPeople: false },
  coupons: { reason: 'Coupons as they are offered, the same for everyone.', isAboutPeople: false },
  plans: { reason: 'Our price list.', isAboutPeople: false },
};
