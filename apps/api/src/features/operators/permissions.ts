import type { OperatorRole } from '../../platform/database/schema.ts';

type Roles = readonly OperatorRole[];

const everyone = ['support', 'finance', 'admin'] as const;
const support = ['support', 'admin'] as const;
const finance = ['finance', 'admin'] as const;
const admin = ['admin'] as const;

/** The roles that may open each page and file of the console, by path. */
export const pageRoles = {
  '/ops/': everyone,
  '/ops/search': everyone,
  '/ops/refunds': finance,
  '/ops/stuck-payments': finance,
  '/ops/failed-jobs': admin,
  '/ops/refused-webhooks': finance,
  '/ops/tickets': everyone,
  '/ops/tickets/:id': everyone,
  '/ops/files/:id': everyone,
  '/ops/customers': everyone,
  '/ops/customers/:id': everyone,
  '/ops/orders': everyone,
  '/ops/orders/:id': everyone,
  '/ops/shared-cards': finance,
  '/ops/fleet': support,
  '/ops/capacity': support,
  '/ops/gateways/:id': support,
  '/ops/exits/:id': support,
  '/ops/upstreams/:id': support,
  '/ops/coupons': finance,
  '/ops/audit': admin,
  '/ops/passkeys': everyone,
} as const satisfies Readonly<Record<string, Roles>>;

/**
 * The roles that may run each command of `comet-ops` in an operator's name: on a terminal, and as an action of the console. A command that
 * is not listed needs the role admin.
 */
export const commandRoles: Readonly<Record<string, Roles>> = {
  'tickets list': everyone,
  'tickets show': everyone,
  'tickets answer': everyone,
  'tickets close': everyone,
  'customers find': everyone,
  'customers ban': support,
  'customers unban': support,
  'customers stop-data': support,
  'customers allow-data': support,
  'grant-days': support,
  'recover-account': support,
  'orders list': everyone,
  'orders show': everyone,
  'orders fetch': everyone,
  'jobs list': admin,
  'jobs retry': admin,
  'jobs discard': admin,
  'events list': finance,
  'events retry': finance,
  refund: finance,
  'refund-crypto': finance,
  'refunds list': finance,
  'refunds approve': finance,
  'refunds reject': finance,
  'shared-cards': finance,
  'import-store-subscriptions': finance,
  ledger: finance,
  reconcile: finance,
  'coupons list': finance,
  'coupons add': finance,
  'coupons set': finance,
  'coupons end': finance,
  'plans list': everyone,
  'plans set': admin,
  'prices list': everyone,
  'prices set': admin,
  'addresses list': support,
  'addresses add': admin,
  'addresses remove': admin,
  'bridges list': support,
  'bridges add': admin,
  'bridges remove': admin,
  'bridges text': support,
  'bridges qr': support,
  'locations list': support,
  'locations add': admin,
  'locations set': admin,
  'gateways list': support,
  'gateways plan': support,
  'gateways block-port': admin,
  'gateways drain': admin,
  'gateways undrain': admin,
  'gateways retire': admin,
  'enrol-token': admin,
  'incidents list': support,
  'incidents open': support,
  'incidents update': support,
  'incidents close': support,
  'exits list': support,
  'exits show': support,
  'exits invite': admin,
  'exits drain': admin,
  'exits stop': admin,
  'exits resume': admin,
  'exits remove': admin,
  'exits rules': admin,
  'exits cap': admin,
  'upstreams list': support,
  'upstreams show': support,
  'upstreams add': admin,
  'upstreams stop': admin,
  'upstreams resume': admin,
  'upstreams rules': admin,
  'upstreams cap': admin,
  'upstreams remove': admin,
  audit: admin,
  'backup check': admin,
  'operators list': admin,
  'operators add': admin,
  'operators role': admin,
  'operators remove': admin,
  'keys init': admin,
  'keys show': admin,
  'keys check': admin,
  'keys rotate': admin,
  'keys replace-lost': admin,
  'keys export': admin,
  'keys import': admin,
};

/** Returns the roles that may open a page, from its path, also one with an id or a query; none for an unknown page. */
export function rolesForPage(address: string): Roles {
  const [path = ''] = address.split('?', 1);
  const roles: Readonly<Record<string, Roles>> = pageRoles;
  return roles[path] ?? roles[path.replace(/[^/]*$/, ':id')] ?? [];
}

/** Returns the roles that may run a command. */
export function rolesForCommand(command: string, [verb = '']: readonly string[]): Roles {
  return commandRoles[`${command} ${verb}`] ?? commandRoles[command] ?? admin;
}
