import type { CDPSession, Page } from '@playwright/test';

/** The browser's virtual authenticator (WebAuthn §11.2), controlled through the DevTools protocol. */
export interface VirtualAuthenticator {
  /** Turns simulated user presence on or off. It is initially on, and then also accepts the offer of an email field. */
  setUserPresence(present: boolean): Promise<void>;
  /** Sets whether user verification, such as fingerprint or PIN, succeeds. */
  setUserVerified(owner: boolean): Promise<void>;
  /** Returns the number of stored passkeys. */
  count(): Promise<number>;
  /** Removes the authenticator with its passkeys. */
  remove(): Promise<void>;
}

export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setUserPresence(present) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: present });
    },
    async setUserVerified(owner) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: owner });
    },
    async count() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
    async remove() {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}
