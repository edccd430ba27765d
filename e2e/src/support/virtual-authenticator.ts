import type { CDPSession, Page } from '@playwright/test';

/** A phone's or computer's keeper of passkeys, played by the browser (WebAuthn §11.2, through the DevTools protocol). */
export interface VirtualAuthenticator {
  /** Whether somebody is there to answer, from now on. At first somebody is, and takes what is offered under a field, too. */
  attend(present: boolean): Promise<void>;
  /** Whether the finger or PIN is right, from now on. */
  recognise(owner: boolean): Promise<void>;
  /** How many passkeys it keeps. */
  count(): Promise<number>;
  /** Takes it out, and what it keeps with it. */
  remove(): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
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
    async attend(present) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: present });
    },
    async recognise(owner) {
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
