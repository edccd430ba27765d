import { promisify } from 'node:util';
import { escapeXml, utcMinute } from '@comet/foundation';
import { type AsyncZippable, type AsyncZipOptions, strToU8, zip } from 'fflate';
import { fileNameOf, type ExportedRows } from './exported-tables.ts';

/** Tables that are not exported, each with the reason. The reasons of tables about people appear on the archive's index page. */
export const otherTables: Readonly<
  Record<string, { readonly reason: string; readonly isAboutPeople: boolean }>
> = {
  one_time_tokens: {
    reason: 'One-time tokens: hashes that sign in to the dashboard once, valid for a minute.',
    isAboutPeople: true,
  },
  sign_in_notices: {
    reason:
      'How many new sign-ins we emailed you about within an hour, and the apps of further ones, until one email lists them.',
    isAboutPeople: true,
  },
  former_passwords: {
    reason: 'Earlier passwords: one-way hashes, so that a new password differs from them.',
    isAboutPeople: true,
  },
  social_sign_ins: {
    reason: 'Sign-ins in progress at a provider: hashes and one-time secrets, for ten minutes.',
    isAboutPeople: true,
  },
  passkey_challenges: {
    reason: 'Passkey challenges: hashes of what a passkey signs, for a few minutes.',
    isAboutPeople: true,
  },
  mailbox_benefits: {
    reason:
      'Email addresses that had a free trial or a refund: a keyed hash that doesn’t reveal the email, for 12 months, so that each is granted once.',
    isAboutPeople: true,
  },
  card_uses: {
    reason:
      'Cards used for a free trial or a refund: a keyed hash of brand, last four digits and expiry, for 12 months, for review by our staff.',
    isAboutPeople: true,
  },
  operators: { reason: 'Our staff, and how they sign in.', isAboutPeople: false },
  operator_devices: { reason: 'Browsers that our staff signed in with, as hashes.', isAboutPeople: false },
  operator_passkeys: { reason: 'Passkeys of our staff.', isAboutPeople: false },
  operator_used_challenges: {
    reason: 'Used challenges of passkeys of our staff, as hashes.',
    isAboutPeople: false,
  },
  refund_requests: {
    reason: 'Refunds that wait for a second member of our staff: the orders and refunds are in other files.',
    isAboutPeople: true,
  },
  operator_sessions: { reason: 'Sessions of our staff.', isAboutPeople: false },
  idempotency_keys: {
    reason: 'Responses to repeated requests: copies of what the other files contain, for a day.',
    isAboutPeople: true,
  },
  gateway_changes: {
    reason:
      'Ended tunnels and changed configs: sent to servers with pseudonyms and IDs, and deleted after 26 hours.',
    isAboutPeople: true,
  },
  rate_counters: {
    reason: 'Request counts, under keyed hashes that identify no one, for up to 30 days.',
    isAboutPeople: true,
  },
  locations: { reason: 'Our own locations.', isAboutPeople: false },
  gateways: { reason: 'Our own servers.', isAboutPeople: false },
  gateway_addresses: { reason: 'Where our own servers connect from.', isAboutPeople: false },
  gateway_port_blocks: {
    reason: 'Forwarded ports that we blocked after reports of abuse, without the account, for a week.',
    isAboutPeople: false,
  },
  gateway_proofs: { reason: 'Used proofs of our own servers, for a few minutes.', isAboutPeople: false },
  exits: {
    reason:
      'Residential exits that their owners provide: stored under the name that agreed, separately from accounts.',
    isAboutPeople: true,
  },
  exit_invitations: { reason: 'How such exits join.', isAboutPeople: false },
  exit_proofs: { reason: 'Used proofs of such exits, for a few minutes.', isAboutPeople: false },
  exit_addresses: {
    reason: 'Where such exits connect from, for a day: stored separately from accounts.',
    isAboutPeople: true,
  },
  exit_days: { reason: 'Traffic of such exits by day, for all customers together.', isAboutPeople: false },
  upstreams: { reason: 'Providers of further exits.', isAboutPeople: false },
  bridges: { reason: 'Servers that forward connections to the API.', isAboutPeople: false },
  upstream_states: { reason: 'Which of these exits are online.', isAboutPeople: false },
  enrolment_tokens: { reason: 'How our own servers join.', isAboutPeople: false },
  refused_webhooks: {
    reason: 'How many payment notifications were refused in each hour, and why.',
    isAboutPeople: false,
  },
  gateway_hours: {
    reason: 'Tunnels and throughput of our own servers by hour, for all customers together.',
    isAboutPeople: false,
  },
  ledger_archives: {
    reason: 'Files of bookings of accounts that no longer exist, without names.',
    isAboutPeople: false,
  },
  ledger_archive_sums: { reason: 'Sums of such files.', isAboutPeople: false },
  archived_references: {
    reason: 'Hashes of the payments of accounts that no longer exist.',
    isAboutPeople: false,
  },
  deleted_blobs: {
    reason: 'Deleted files that our file store has yet to delete.',
    isAboutPeople: false,
  },
  job_positions: {
    reason: 'Up to which time our own background tasks have worked.',
    isAboutPeople: false,
  },
  status_days: { reason: 'How long our own services were online, by day.', isAboutPeople: false },
  schema_compatibility: {
    reason: 'Which release of our software runs on this database.',
    isAboutPeople: false,
  },
  status_incidents: { reason: 'Outages on our status page.', isAboutPeople: false },
  status_incident_updates: { reason: 'What we published about them.', isAboutPeople: false },
  server_list: { reason: 'The version of the list of our own servers.', isAboutPeople: false },
  gateway_feed: { reason: 'Up to where the feed to our own servers was cleaned up.', isAboutPeople: false },
  rested_addresses: {
    reason: 'IP addresses out of stock, and until when they’re unused: stored without names.',
    isAboutPeople: false,
  },
  key_fingerprints: { reason: 'Fingerprints of the keys our own servers use.', isAboutPeople: false },
  prices: { reason: 'Prices of add-ons, the same for everyone.', isAboutPeople: false },
  coupons: { reason: 'Available coupons, the same for everyone.', isAboutPeople: false },
  plans: { reason: 'Our price list.', isAboutPeople: false },
};

const style = `
  body { background: #fbfaf7; color: #161a24; font: 16px/1.55 'Instrument Sans', system-ui, sans-serif; margin: 0; }
  main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
  h1 { font-size: 2.25rem; line-height: 1.12; letter-spacing: -0.015em; margin: 0 0 0.5rem; }
  h2 { font-size: 1.375rem; margin: 3rem 0 1rem; }
  p { margin: 0 0 1rem; } .quiet { color: #565f73; }
  table { border-collapse: collapse; width: 100%; border-top: 1px solid #e4e1d8; }
  th, td { border-bottom: 1px solid #e4e1d8; padding: 0.75rem 1rem 0.75rem 0; text-align: left; vertical-align: top; font-weight: 400; }
  td:last-child { text-align: right; padding-right: 0; font-variant-numeric: tabular-nums; }
  a { color: inherit; text-decoration-color: #c8461a; text-decoration-thickness: 2px; text-underline-offset: 4px; }
  @media (prefers-color-scheme: dark) {
    body { background: #0b0f1a; color: #eef1f8; } .quiet { color: #9aa5bd; }
    table, th, td { border-color: #232b40; } a { text-decoration-color: #ff7a45; }
  }`;

/** Returns the archive's index page: every file with a description, and everything left out, with the reason. */
function indexPage(
  read: readonly ExportedRows[],
  about: { readonly email: string; readonly at: Date },
): string {
  const time = `${utcMinute(about.at)} UTC`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What Comet stores about ${escapeXml(about.email)}</title>
<style>${style}
</style>
</head>
<body>
<main>
<h1>What Comet stores about you</h1>
<p class="quiet">${escapeXml(about.email)}, ${time}</p>
<p>Each file is a JSON list that you can open in any text editor. Times are in UTC; amounts are in cents.</p>
<table>
<thead><tr><th scope="col">File</th><th scope="col">Contents</th><th scope="col">Entries</th></tr></thead>
<tbody>
${read.map(rowOf).join('\n')}
</tbody>
</table>
<h2>What’s not included</h2>
<p>Nothing about your traffic, because we don’t log it. And of what we store:</p>
<ul>
${leftOut(read)
  .map((sentence) => `<li>${escapeXml(sentence)}</li>`)
  .join('\n')}
</ul>
</main>
</body>
</html>
`;
}

function rowOf({ from, rows }: ExportedRows): string {
  const file = fileNameOf(from);
  return `<tr><th scope="row"><a href="${file}">${escapeXml(from.title)}</a></th><td>${escapeXml(from.about)}</td><td>${rows.length}</td></tr>`;
}

function leftOut(read: readonly ExportedRows[]): readonly string[] {
  const columns = read.flatMap(({ from }) =>
    Object.entries(from.withheld ?? {}).map(
      ([column, reason]) => `${from.title}, ${column.replaceAll('_', ' ')}: ${reason}`,
    ),
  );
  const tables = Object.values(otherTables).filter(({ isAboutPeople }) => isAboutPeople);
  return [...columns, ...tables.map(({ reason }) => reason)];
}

const zipInThreads = promisify<AsyncZippable, AsyncZipOptions, Uint8Array>(zip);

/**
 * Returns a ZIP file with one JSON file per table and an index page that lists what is included and what is left out. Large files are
 * compressed in other threads.
 */
export async function archiveOf(
  read: readonly ExportedRows[],
  about: { readonly email: string; readonly at: Date },
): Promise<Uint8Array> {
  const files: AsyncZippable = { 'index.html': strToU8(indexPage(read, about)) };
  for (const { from, rows } of read) {
    files[fileNameOf(from)] = strToU8(`${JSON.stringify(rows, null, 2)}\n`);
  }
  return zipInThreads(files, { mtime: about.at });
}
