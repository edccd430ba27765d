import type { ColumnType, Generated } from 'kysely';
import type { Platform } from './accounts.ts';

/** Sign-in methods besides a password, and second factors. */
export interface SignInTables {
  twoFactor: TwoFactorTable;
  recoveryCodes: { userId: string; codeHash: Buffer; usedAt: Date | null };
  trustedDevices: { userId: string; deviceHash: Buffer; trustedUntil: Date };
  passkeys: PasskeysTable;
  passkeyChallenges: PasskeyChallengesTable;
  deviceAuthorizations: DeviceAuthorizationsTable;
  identities: IdentitiesTable;
  socialSignIns: SocialSignInsTable;
  pendingIdentities: PendingIdentitiesTable;
}

interface TwoFactorTable {
  userId: string;
  /** Identifies this set-up in its activation links, so that a link of an earlier one activates nothing. */
  setupId: Generated<string>;
  sealedSecret: string;
  /** The time step (RFC 6238) of the last accepted code; only later ones are accepted. */
  lastUsedStep: number;
  /** When the first code was accepted and the activation link was mailed; null before that. */
  codeCheckedAt: Date | null;
  createdAt: Date;
}

interface PasskeysTable {
  id: Generated<string>;
  userId: string;
  credentialId: Buffer;
  /** The COSE key as the authenticator gave it. */
  publicKey: Buffer;
  counter: number;
  transports: string[];
  /** Whether it may be backed up to other devices, which never changes; and whether it is backed up (WebAuthn §6.1.3). */
  isBackupEligible: boolean;
  isBackedUp: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type PasskeyPurpose = 'register' | 'sign_in' | 'second_factor';

interface PasskeyChallengesTable {
  challengeHash: Buffer;
  purpose: PasskeyPurpose;
  deviceId: string | null;
  /** The access token of the session that requested it; null while signing in. */
  sessionId: string | null;
  expiresAt: Date;
}

export type SocialProvider = 'google' | 'apple' | 'facebook';

export type Opener = 'dashboard' | 'app';

interface IdentitiesTable {
  id: Generated<string>;
  userId: string;
  provider: SocialProvider;
  issuer: string;
  subject: string;
  email: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

/** Why a provider's response failed permanently. */
export type SocialRefusal =
  | 'social_denied'
  | 'authentication_failed'
  | 'identity_linked_elsewhere'
  | 'account_deleted'
  | 'account_banned';

interface SocialSignInsTable {
  stateHash: Buffer;
  provider: SocialProvider;
  /** The session that connects the provider to its account; null for a sign-in. */
  sessionId: string | null;
  deviceId: string | null;
  nonce: string;
  codeVerifier: string;
  redirect: string | null;
  opener: Opener;
  expiresAt: Date;
  usedAt: Date | null;
  refusal: SocialRefusal | null;
}

export type PendingReason = 'account_exists' | 'email_unverified' | 'email_missing';

interface PendingIdentitiesTable {
  tokenHash: Buffer;
  /** The account with this address, if any. */
  userId: string | null;
  provider: SocialProvider;
  issuer: string;
  subject: string;
  email: string | null;
  reason: PendingReason;
  deviceId: string | null;
  redirect: string | null;
  opener: Opener;
  linkHashes: Generated<Buffer[]>;
  expiresAt: Date;
  usedAt: Date | null;
  /** The limited token of the owner who has agreed: the identity is connected when the second factor is given. */
  agreedIn: ColumnType<string | null, string | null | undefined, string | null>;
}

interface DeviceAuthorizationsTable {
  id: Generated<string>;
  deviceCodeHash: Buffer;
  userCode: string;
  deviceId: string | null;
  deviceName: string;
  platform: Platform;
  address: string;
  state: 'pending' | 'approved' | 'denied' | 'used';
  userId: string | null;
  /** The session that approved. Null again after the approval was withdrawn or that session has ended. */
  approvedBy: ColumnType<string | null, string | null | undefined, string | null>;
  approvedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  intervalSeconds: number;
  lastPolledAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}
