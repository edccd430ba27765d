import type { Clock } from '@comet/foundation';
import { type AppleSettings, createApple } from './apple.ts';
import { createFacebook, type FacebookSettings } from './facebook.ts';
import { createGoogle, type GoogleSettings } from './google.ts';
import type { IdentityProviders } from './identity-provider.ts';

/** What is known of each provider; null for one that is not set up, and then not offered. */
export interface SocialSettings {
  readonly google: GoogleSettings | null;
  readonly apple: AppleSettings | null;
  readonly facebook: FacebookSettings | null;
}

/** The providers that are set up. Answers come to the dashboard, Apple's form first to the API. */
export function createIdentityProviders(
  { google, apple, facebook }: SocialSettings,
  parts: { readonly dashboardUrl: string; readonly publicUrl: string; readonly clock: Clock },
): IdentityProviders {
  const { dashboardUrl, publicUrl, clock } = parts;
  const appleUri = `${publicUrl}/api/v1/users/social-network-callback/apple`;
  const callback = (provider: string) => `${dashboardUrl}/login/${provider}/callback`;
  return {
    ...(google === null ? {} : { google: createGoogle(google, { redirectUri: callback('google'), clock }) }),
    ...(apple === null ? {} : { apple: createApple(apple, { redirectUri: appleUri, clock }) }),
    ...(facebook === null
      ? {}
      : { facebook: createFacebook(facebook, { redirectUri: callback('facebook') }) }),
  };
}
