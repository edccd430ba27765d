import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { CallingClient } from '../../http/requests/user-agent.ts';

/** Accounts, their sessions and their emails. */
export interface AccountTables {
  users: UsersTable;
  accessTokens: AccessTokensTable;
  knownDevices: KnownDevicesTable;
  signInNotices: SignInNoticesTable;
  oneTimeTokens: { id: Generated<string>; tokenHash: Buffer; sessionId: string; expiresAt: Date };
  emailLinks: EmailLinksTable;
  formerPasswords: FormerPasswordsTable;
}

interface UsersTable {
  id: Generated<string>;
  email: string;
  /** Null for an account that signs in only through a provider or by passkey. */
  passwordHash: string | null;
  verifiedAt: Date | null;
  paddleCustomerId: string | null;
  twoFactorEnabledAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  deletedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** While it is banned by an operator, with the reason. */
  bannedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  banReason: ColumnType<string | null, string | null | undefined, string | null>;
  createdAt: Date;
}

/** How a session began. */
export type SignInMethod = 'sign_up' | 'password' | 'social' | 'passkey' | 'quick_login' | 'one_time_token';

interface AccessTokensTable {
  id: Generated<string>;
  userId: string;
  tokenHash: Buffer;
  deviceId: string | null;
  isLimited: boolean;
  method: SignInMethod;
  /** The client program's name, `Firefox`; null if unknown. */
  client: string | null;
  platform: Platform | null;
  /** The name given to a machine when it signed in by code. */
  deviceName: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  /** When the second factor was given in this session; null where it never was. */
  secondFactorAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface KnownDevicesTable {
  userId: string;
  deviceHash: Buffer;
  /** `2026-11-21`, in UTC. */
  lastSignIn: ColumnType<Date, string, string>;
  /** The second factor was given on it: decision 18. */
  passedSecondFactor: Generated<boolean>;
}

/** Sign-ins of one program that were not yet reported by email. */
export interface HeldSignIns {
  readonly client: CallingClient;
  readonly count: number;
  /** The latest, in ISO 8601. */
  readonly lastAt: string;
}

interface SignInNoticesTable {
  userId: string;
  /** When the count restarts and the held sign-ins are summarised. */
  endsAt: Date;
  mails: number;
  held: JSONColumnType<HeldSignIns[]>;
}

/** The action of a mailed link. */
export type EmailLinkPurpose = 'verify' | 'password_reset' | 'email_change' | 'two_factor';

interface EmailLinksTable {
  id: Generated<string>;
  userId: string;
  purpose: EmailLinkPurpose;
  details: ColumnType<unknown, string | null, never>;
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

/** Hashes of an account's previous passwords, the latest four. */
interface FormerPasswordsTable {
  id: Generated<string>;
  userId: string;
  passwordHash: string;
  replacedAt: Date;
}

export type Platform = 'linux' | 'macos' | 'windows' | 'ios' | 'android' | 'router' | 'other';
