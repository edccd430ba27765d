import type { api, ReplyOf } from '@comet/contract';
import { ceremonyMs } from './challenges.store.ts';
import type { KnownCredential } from './passkeys.store.ts';

/** Relying party (WebAuthn §4). */
export interface RelyingParty {
  /** Relying party id: the host name to which passkeys are bound. */
  readonly id: string;
  /** The only origin whose pages may create and use passkeys. */
  readonly origin: string;
}

const relyingPartyName = 'Comet VPN';

/** Returns the relying party: its id is the dashboard's host name (WebAuthn §5.1.2), its origin that of the dashboard. */
export function relyingPartyOf(dashboardUrl: string): RelyingParty {
  const { hostname, origin } = new URL(dashboardUrl);
  return { id: hostname, origin };
}

type CreationOptions = ReplyOf<typeof api.beginPasskey>['options'];
type RequestOptions = ReplyOf<typeof api.beginPasskeySignIn>['options'];

/** EdDSA, ES256, RS256 (RFC 9053, RFC 8812), in order of preference: together they cover every authenticator in use. */
export const algorithms: readonly number[] = [-8, -7, -257];

const described = ({ credentialId, transports }: Pick<KnownCredential, 'credentialId' | 'transports'>) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: [...transports],
});

/** User handle for authenticators: the sixteen bytes of the account id, which disclose no personal data. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Options for a discoverable passkey with user verification. */
export function creationOptions(
  party: RelyingParty,
  given: {
    readonly challenge: string;
    readonly user: { readonly id: string; readonly email: string };
    readonly existing: readonly Pick<KnownCredential, 'credentialId' | 'transports'>[];
  },
): CreationOptions {
  const { email } = given.user;
  return {
    challenge: given.challenge,
    rp: { id: party.id, name: relyingPartyName },
    user: { id: userHandleOf(given.user.id), name: email, displayName: email },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: ceremonyMs,
    attestation: 'none',
    excludeCredentials: given.existing.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** Returns the options of `navigator.credentials.get` (WebAuthn §5.5). Without `allowed` any discoverable passkey may sign in. */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  allowed: readonly Pick<KnownCredential, 'credentialId' | 'transports'>[],
): RequestOptions {
  return {
    challenge,
    rpId: party.id,
    timeout: ceremonyMs,
    userVerification: 'required',
    allowCredentials: allowed.map(described),
  };
}
