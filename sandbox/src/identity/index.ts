import type { FastifyInstance } from 'fastify';
import { createApple } from './apple/apple.ts';
import type { AppleApp } from './apple/client-secret.ts';
import { type FacebookApp, facebookRoutes } from './facebook/facebook.routes.ts';
import { createGoogle, type GoogleApp } from './google/google.ts';
import { mountOpenIdProvider } from './openid/mount.ts';
import { newSigningKey } from './openid/signing-key.ts';
import {
  providerAccountsOf,
  type Fault,
  type IdentityState,
  type ProviderName,
} from './provider-accounts.ts';

export type { Choice } from './provider-accounts.ts';
export {
  emptyIdentity,
  type Fault,
  FAULTS,
  type IdentityState,
  type ProviderName,
  PROVIDERS,
} from './provider-accounts.ts';
export { type SignInResult, simulateSignIn } from './simulated-sign-in.ts';

/** Registrations of the app at the identity providers. */
export interface IdentitySettings {
  /** Name of the app on the consent pages. */
  readonly appName: string;
  /**
   * The sandbox's URL for the providers, without a trailing slash. A different site from the app's (127.0.0.1 and `localhost`) makes
   * cookies behave as with real providers.
   */
  readonly url: string;
  readonly google: GoogleApp;
  readonly apple: AppleApp;
  readonly facebook: FacebookApp;
}

/** The running providers, with a control that real ones lack. */
export interface Identity {
  /** Sets a fault of the provider's next response to the app's server; null clears it. */
  setFault(provider: ProviderName, fault: Fault | null): void;
}

/** Mounts the three providers under `/google`, `/apple` and `/facebook`. */
export async function startIdentity(
  app: FastifyInstance,
  parts: {
    readonly state: IdentityState;
    readonly changed: () => void;
    readonly settings: IdentitySettings;
  },
): Promise<Identity> {
  const { state, changed, settings } = parts;
  const { appName, url } = settings;
  const key = await newSigningKey();
  const faults = new Map<ProviderName, Fault>();
  const providerParts = (name: ProviderName) => ({
    accounts: providerAccountsOf(state, name, changed),
    takeFault: () => {
      const fault = faults.get(name) ?? null;
      faults.delete(name);
      return fault;
    },
  });
  const [googles, apples, facebooks] = [
    providerParts('google'),
    providerParts('apple'),
    providerParts('facebook'),
  ];
  const google = createGoogle(settings.google, { ...googles, key, issuer: `${url}/google` });
  const apple = createApple(settings.apple, { ...apples, key, issuer: `${url}/apple` });
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    );
    const common = { app: appName };
    mountOpenIdProvider(scope, {
      ...common,
      name: 'google',
      accounts: googles.accounts,
      provider: google,
      deniedError: 'access_denied',
    });
    mountOpenIdProvider(scope, {
      ...common,
      name: 'apple',
      accounts: apples.accounts,
      provider: apple,
      deniedError: 'user_cancelled_authorize',
    });
    facebookRoutes(scope, { ...facebooks, facebook: settings.facebook, name: appName });
    done();
  });
  return {
    setFault(provider, fault) {
      if (fault === null) faults.delete(provider);
      else faults.set(provider, fault);
    },
  };
}
