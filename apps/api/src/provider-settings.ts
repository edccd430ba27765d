import type { Environment } from './environment.ts';
import type { ChatwootSettings } from './platform/chatwoot/chatwoot.ts';
import type { SocialSettings } from './platform/identity/offered.ts';

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Set up in whole or not at all. */
export function chatwootFrom(from: Environment): ChatwootSettings | null {
  const { CHATWOOT_URL: url, CHATWOOT_INBOX: inbox, CHATWOOT_HMAC_TOKEN: hmacToken } = from;
  if (url === undefined && inbox === '' && hmacToken === '') return null;
  if (url === undefined || inbox === '' || hmacToken === '')
    throw new Error(
      'CHATWOOT_URL, CHATWOOT_INBOX and CHATWOOT_HMAC_TOKEN belong together: set all of them or none.',
    );
  return { url: withoutSlash(url), inbox, hmacToken };
}

/** A provider is set up in whole or not at all; one that is set up by half is a mistake. */
export function socialFrom(from: Environment): SocialSettings {
  const has = (...names: readonly (keyof typeof from)[]): boolean => {
    const missing = names.filter((name) => from[name] === '');
    if (missing.length > 0 && missing.length < names.length)
      throw new Error(
        `${names.join(', ')} belong together: set all of them or none; ${missing.join(', ')} missing.`,
      );
    return missing.length === 0;
  };
  return {
    google: has('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
      ? {
          issuer: withoutSlash(from.GOOGLE_ISSUER),
          clientId: from.GOOGLE_CLIENT_ID,
          clientSecret: from.GOOGLE_CLIENT_SECRET,
        }
      : null,
    apple: has('APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY')
      ? {
          issuer: withoutSlash(from.APPLE_ISSUER),
          clientId: from.APPLE_CLIENT_ID,
          teamId: from.APPLE_TEAM_ID,
          keyId: from.APPLE_KEY_ID,
          // Many places that keep an environment can hold one line only.
          privateKey: from.APPLE_PRIVATE_KEY.replaceAll('\\n', '\n'),
        }
      : null,
    facebook: has('FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET')
      ? {
          dialogUrl: from.FACEBOOK_DIALOG_URL,
          graphUrl: withoutSlash(from.FACEBOOK_GRAPH_URL),
          appId: from.FACEBOOK_APP_ID,
          appSecret: from.FACEBOOK_APP_SECRET,
        }
      : null,
  };
}
