import type { ProxyTrouble } from '@comet/tunnel-protocol';

/** Why a port of `comet proxy` leads nowhere, told to the program that uses it and to its user. */
export const localProxyTexts: Readonly<Record<ProxyTrouble, string>> = {
  spending_stopped:
    'Residential data, the proxy and dedicated addresses are stopped on your account. Write to support in the dashboard.',
  subscription_required: 'Your account has no active subscription. Choose a plan in the dashboard.',
  email_unverified: 'Your email address is not confirmed yet. Follow the link in the mail we sent you.',
  not_signed_in: 'You are not signed in. Sign in with `comet login`, or in the app.',
  proxy_users_off: 'Every proxy user of your account is switched off. Switch one on in the dashboard.',
  api_unreachable: 'Comet cannot be reached. Check that this machine is online.',
  proxy_unavailable: 'No residential proxy is in service right now. Try again in a moment.',
  proxy_unreachable: 'The residential proxy does not answer. Try again in a moment.',
  proxy_refused: 'The residential proxy did not let this machine in. Try again in a moment.',
};
