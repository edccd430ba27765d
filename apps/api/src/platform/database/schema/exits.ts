import type { ExitUse } from '@comet/admission';
import type { Generated } from 'kysely';

/** Exits of residential traffic: machines on residential lines, and upstream endpoints. */
export interface ExitTables {
  exitInvitations: ExitInvitationsTable;
  exits: ExitsTable;
  exitDays: { exitId: string; gatewayId: string; day: string; carriedBytes: number };
  /** Accepted proofs, kept until they would have expired. */
  exitProofs: { id: string; exitId: string; expiresAt: Date };
  /** Sources from which an exit has called within the last day, as `sourceOf` formats them. */
  exitAddresses: { exitId: string; address: string; lastUsedAt: Date };
  upstreams: UpstreamsTable;
  upstreamStates: UpstreamStatesTable;
}

interface ExitInvitationsTable {
  tokenHash: Buffer;
  country: string;
  city: string;
  cityName: string;
  latitude: number;
  longitude: number;
  use: ExitUse;
  createdAt: Date;
  /** The operator's name; null for invitations of an earlier release. */
  createdBy: Generated<string | null>;
  expiresAt: Date;
  usedAt: Date | null;
  /** The exit that used it, and the hash of its public keys; null where its request cannot be repeated. */
  exitId: Generated<string | null>;
  keysHash: Generated<Buffer | null>;
}

interface ExitsTable {
  id: Generated<string>;
  /** Upper case. */
  country: string;
  city: string;
  cityName: string;
  network: string | null;
  use: ExitUse;
  credentialHash: Buffer;
  /** SPKI (DER) of the key that must sign uses of the credential; null for an exit that joined before there were proofs. */
  credentialKey: Generated<Buffer | null>;
  credentialExpiresAt: Generated<Date | null>;
  /** All three or none: the result of the last renewal, until its first use. */
  nextCredentialHash: Generated<Buffer | null>;
  nextCredentialKey: Generated<Buffer | null>;
  nextCredentialExpiresAt: Generated<Date | null>;
  wireguardPublicKey: string;
  consentVersion: number;
  consentName: string;
  consentedAt: Date;
  /** The gateway of its last ticket. */
  gatewayId: Generated<string | null>;
  /** When it last got another gateway. */
  movedAt: Generated<Date | null>;
  /** Paused by its owner, and the owner's caps. */
  paused: Generated<boolean>;
  capBytesPerSecond: Generated<number | null>;
  capDayBytes: Generated<number | null>;
  /** The operator's caps. */
  limitBytesPerSecond: Generated<number | null>;
  limitDayBytes: Generated<number | null>;
  deniedPorts: Generated<number[]>;
  deniedNetworks: Generated<string[]>;
  deniedNames: Generated<string[]>;
  /** As that gateway last reported, and when. */
  state: Generated<'live' | 'paused' | 'down' | null>;
  stateAt: Generated<Date | null>;
  latencyMs: Generated<number | null>;
  /** The latest measurement between exit and gateway. */
  lineDownBytesPerSecond: Generated<number | null>;
  lineUpBytesPerSecond: Generated<number | null>;
  /** Both or none: an operator drains it, and its remaining sessions end. */
  drainingSince: Generated<Date | null>;
  drainingUntil: Generated<Date | null>;
  stoppedAt: Generated<Date | null>;
  withdrawnAt: Generated<Date | null>;
}

interface UpstreamsTable {
  id: Generated<string>;
  protocol: 'http' | 'socks5';
  host: string;
  port: number;
  usernameTemplate: string;
  sealedPassword: string;
  countries: string[];
  use: 'native' | 'shared';
  /** The operator's, as for exits. */
  deniedPorts: Generated<number[]>;
  deniedNetworks: Generated<string[]>;
  deniedNames: Generated<string[]>;
  limitBytesPerSecond: Generated<number | null>;
  /** Stopped by an operator since then. */
  stoppedAt: Generated<Date | null>;
  createdAt: Date;
}

interface UpstreamStatesTable {
  upstreamId: string;
  gatewayId: string;
  country: string;
  live: boolean;
  /** Whether this gateway uses it for tunnels, too. */
  tunnels: Generated<boolean>;
  stateAt: Date;
}
