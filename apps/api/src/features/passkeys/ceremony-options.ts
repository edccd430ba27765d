import type { api, ReplyOf } from '@comet/contract';
import { ceremonyMs } from './challenges.store.ts';
import type { KnownCredential } from './passkeys.store.ts';

/** Who a passkey is made for and shown to, in the words of WebAuthn §4. */
export interface RelyingParty {
  /** The host name that passkeys are bound to. Another one knows none of them. */
  readonly id: string;
  /** The one origin whose pages may make and use them. */
  readonly origin: string;
}

const relyingPartyName = 'Comet VPN';

export function relyingPartyOf(dashboardUrl: string): RelyingParty {
  const { hostname, origin } = new URL(dashboardUrl);
  return { id: hostname, origin };
}

type CreationOptions = ReplyOf<typeof api.beginPasskey>['options'];
type RequestOptions = ReplyOf<typeof api.beginPasskeySignIn>['options'];

/** EdDSA, ES256, RS256 (RFC 9053, RFC 8812), the best first: between them every authenticator in use. */
export const algorithms: readonly number[] = [-8, -7, -257];

const described = ({ credentialId, transports }: Pick<KnownCredential, 'credentialId' | 'transports'>) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: [...transports],
});

/** The account as authenticators keep it: the sixteen bytes of its id, which tell a stranger nothing. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** A passkey that can be found without a name being typed, and that opens only for its owner. */
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
