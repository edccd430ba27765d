import type { Clock } from '@comet/foundation';
import { ClientSecretPost } from 'openid-client';
import type { IdentityProvider } from './identity-provider.ts';
import { createOpenIdProvider } from './openid.ts';

export interface GoogleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** https://developers.google.com/identity/openid-connect/openid-connect */
export function createGoogle(
  settings: GoogleSettings,
  parts: { readonly redirectUri: string; readonly clock: Clock },
): IdentityProvider {
  return createOpenIdProvider({
    ...parts,
    issuer: settings.issuer,
    clientId: settings.clientId,
    authentication: ClientSecretPost(settings.clientSecret),
    // Whoever shares a browser, or has a private and a working account, chooses.
    parameters: { prompt: 'select_account' },
  });
}
