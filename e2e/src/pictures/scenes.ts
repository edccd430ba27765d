/**
 * Session of the browser: signed out, without a plan, without a confirmed email address, with a plan and no device, with every product, with
 * a pending second factor.
 */
export type Person = 'visitor' | 'newcomer' | 'unconfirmed' | 'buyer' | 'subscriber' | 'pending';

/** A screen in one person's session. The recording supplies `{address}`, `{order}` and `{reset}`. */
export interface Scene {
  readonly name: string;
  readonly person: Person;
  readonly path: string;
}

const scenesOf = (person: Person, paths: Readonly<Record<string, string>>): readonly Scene[] =>
  Object.entries(paths).map(([name, path]) => ({ name, person, path }));

/** Every screen of the dashboard in each state that looks different. */
export const scenes: readonly Scene[] = [
  ...scenesOf('visitor', {
    'account-deleted': '/account-deleted/?until=2027-03-19T09%3A41%3A00.000Z&by=2027-03-21T09%3A41%3A00.000Z',
    'claim-offer': '/claim-offer/?code=COMETLIGHT',
    'confirm-email-change': '/email/change/confirm?token=unknown',
    'confirm-two-factor': '/two-factor/confirm?token=unknown',
    'log-in': '/login/',
    'not-found': '/404',
    register: '/register',
    'reset-password': '/reset-password/',
    'reset-password-confirm': '/reset-password/confirm?token={reset}',
    'reset-password-unknown': '/reset-password/confirm?token=unknown',
    'verify-email': '/verify-email/confirm?token=unknown',
  }),
  ...scenesOf('newcomer', {
    'dedicated-empty': '/dash/dedicated/',
    'devices-empty': '/dash/devices',
    'home-without-plan': '/dash/home/',
    'residential-data-empty': '/dash/residential-vpn/',
    'choose-plan': '/payment/subscription',
  }),
  ...scenesOf('unconfirmed', { 'home-unconfirmed': '/dash/home/' }),
  ...scenesOf('buyer', { 'home-first-device': '/dash/home/' }),
  ...scenesOf('subscriber', {
    billing: '/dash/billing',
    'buy-address': '/dash/dedicated/payment',
    'buy-data': '/dash/residential-vpn/payment',
    'buy-proxy-traffic': '/dash/residential-proxy/payment',
    'change-email': '/dash/settings/change-email/',
    'change-password': '/dash/settings/change-password/',
    'contact-sales': '/dash/contact-sales/',
    dedicated: '/dash/dedicated/',
    'dedicated-address': '/dash/dedicated/{address}',
    'delete-account': '/dash/delete-account/',
    devices: '/dash/devices',
    download: '/dash/download/',
    'extend-address': '/dash/dedicated/extend/{address}',
    home: '/dash/home/',
    'not-found-inside': '/dash/nothing/of/ours',
    paid: '/payment/services/{order}',
    'quick-login': '/dash/quick-login/',
    'refer-friend': '/dash/refer-friend/',
    'residential-data': '/dash/residential-vpn/',
    'residential-proxy': '/dash/residential-proxy/',
    settings: '/dash/settings/',
    'two-factor': '/dash/settings/two-factor/',
    upgrade: '/payment/subscription/upgrade',
  }),
  ...scenesOf('pending', { 'two-factor-gate': '/dash/home/' }),
];
