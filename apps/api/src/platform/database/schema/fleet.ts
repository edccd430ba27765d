import type { CommonBlockList } from '@comet/admission';
import type {
  FeedFault,
  Grant,
  OpenvpnOffers,
  ProxyGrant,
  ProxyUserGrant,
  UpstreamGrant,
  WireguardTransport,
} from '@comet/contract';
import type { LocationType } from '@comet/contract/location-types';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Platform } from './accounts.ts';

/** Locations, gateways, and customers' devices and grants on them. */
export interface FleetTables {
  locations: LocationsTable;
  gateways: GatewaysTable;
  gatewayHours: GatewayHoursTable;
  gatewayPortBlocks: GatewayPortBlocksTable;
  enrolmentTokens: EnrolmentTokensTable;
  serverList: { onlyRow: Generated<boolean>; version: number; contentHash: Buffer };
  bridges: BridgesTable;
  devices: DevicesTable;
  wireguardConfigs: WireguardConfigsTable;
  openvpnCredentials: OpenvpnCredentialsTable;
  favoriteLocations: { userId: string; locationCode: string; markedAt: Date };
  gatewayChanges: GatewayChangesTable;
  gatewayFeed: GatewayFeedTable;
  gatewayGrants: GatewayGrantsTable;
  /** Accepted proofs, kept until they would have expired. */
  gatewayProofs: { id: string; gatewayId: string; expiresAt: Date };
  /** Sources from which a gateway has called, as `sourceOf` formats them. */
  gatewayAddresses: { gatewayId: string; address: string; firstUsedAt: Date };
}

interface BridgesTable {
  id: Generated<string>;
  /** See `readBridge` in `@comet/admission`. */
  line: string;
  /** Whether the server list contains it; otherwise only signed texts do. */
  listed: boolean;
  createdAt: Date;
}

interface LocationsTable {
  code: string;
  country: string;
  countryName: string;
  city: string;
  type: LocationType;
  latitude: number;
  longitude: number;
  features: Generated<string[]>;
}

/** The number and the highest values of a gateway's reports in one hour. */
interface GatewayHoursTable {
  gatewayId: string;
  hour: Date;
  reports: number;
  maxPeers: number;
  /** Null while no report had it, also below. */
  maxLoadPercent: number | null;
  maxBytesPerSecond: number | null;
}

interface GatewaysTable {
  id: Generated<string>;
  locationCode: string;
  credentialHash: Buffer;
  /** SPKI (DER) of the key that must sign uses of the credential; null for a gateway that enrolled before there were proofs. */
  credentialKey: Generated<Buffer | null>;
  credentialExpiresAt: Generated<Date | null>;
  /** All three or none: the result of the last renewal, until its first use. */
  nextCredentialHash: Generated<Buffer | null>;
  nextCredentialKey: Generated<Buffer | null>;
  nextCredentialExpiresAt: Generated<Date | null>;
  wireguardPublicKey: string;
  wireguardPort: number;
  /** As the gateway last reported. */
  wireguardExtraPorts: Generated<number[]>;
  /** As the gateway last reported. */
  wireguardTransports: ColumnType<WireguardTransport[], string | undefined, string>;
  doorPort: number;
  ipv4: string;
  ipv6: string | null;
  version: string | null;
  peers: number | null;
  /** As the gateway last reported. */
  openvpn: ColumnType<OpenvpnOffers | null, string | null, string | null>;
  blockLists: Generated<CommonBlockList[]>;
  /** Further ones, in a column of their own: API servers of earlier releases would list them to clients that reject them. */
  moreBlockLists: Generated<string[]>;
  loadPercent: number | null;
  takesExits: Generated<boolean>;
  /** Both or neither: the ports of its residential proxy. */
  proxyHttpPort: Generated<number | null>;
  proxySocksPort: Generated<number | null>;
  /** When it last reported that it is in service; null while it rejects its feed. */
  lastHeardAt: Date | null;
  /** Why it rejects its feed; null while it does not. */
  feedFault: Generated<FeedFault | null>;
  createdAt: Date;
  retiredAt: Date | null;
  /** When an operator began to drain it; null while it takes new connections. */
  drainingSince: Generated<Date | null>;
  /** When clients leave it; null without a deadline. */
  drainDeadline: Generated<Date | null>;
  /** When all accounts' OpenVPN credentials were distributed to it. */
  credentialsAt: Generated<Date | null>;
  /** Since when it supports credentials of all gateways; null while it does not. */
  credentialsSharedAt: Generated<Date | null>;
}

/** A forwarded port whose holder an operator blocks. */
interface GatewayPortBlocksTable {
  id: Generated<string>;
  gatewayId: string;
  address: string;
  port: number;
  createdAt: Date;
}

interface EnrolmentTokensTable {
  tokenHash: Buffer;
  locationCode: string;
  createdAt: Date;
  /** The operator's name; null for tokens of an earlier release. */
  createdBy: Generated<string | null>;
  expiresAt: Date;
  usedAt: Date | null;
  /** The gateway that used it, and the hash of its public keys; null where its request cannot be repeated. */
  gatewayId: Generated<string | null>;
  keysHash: Generated<Buffer | null>;
}

interface DevicesTable {
  id: Generated<string>;
  userId: string;
  name: string;
  platform: Platform;
  slot: number;
  /**
   * Hash of account and App-Identifier, or of the session if there was none. Null, like `sessionId`, for devices older than migration 0065.
   */
  deviceHash: ColumnType<Buffer | null, Buffer | null | undefined, never>;
  /** The machine's session; null after it has ended. */
  sessionId: ColumnType<string | null, string | null | undefined, string | null>;
  createdAt: Date;
  removedAt: Date | null;
}

interface WireguardConfigsTable {
  id: Generated<string>;
  userId: string;
  /** Null only within the transaction that creates both. */
  grantId: ColumnType<string | null, string | null | undefined, string | null>;
  name: string;
  publicKey: string;
  createdAt: Date;
}

/** The current credentials of an account. */
interface OpenvpnCredentialsTable {
  userId: string;
  username: string;
  sealedPassword: string;
  createdAt: Date;
  /** The user name of which there is a grant of all gateways; another one, or null, until the task `share-credentials` has run. */
  sharedUsername: Generated<string | null>;
}

/** A revocation has a subject, `grant` and `withdraw` have a grant, and `revoke_account` has account keys. */
interface GatewayChangesTable {
  id: GeneratedAlways<number>;
  /** Null for a broadcast to all gateways. */
  gatewayId: string | null;
  kind: Generated<'revoke' | 'grant' | 'withdraw' | 'revoke_account'>;
  sub: string | null;
  slot: Generated<number | null>;
  /** Unix seconds; for a change of a grant, the time of the change. */
  notBefore: number;
  grantId: Generated<string | null>;
  /** The request that caused the change; null for a job's. */
  requestId: Generated<string | null>;
  /** The keys of the revoked account, base64url. */
  accountKeys: Generated<readonly string[] | null>;
}

interface GatewayFeedTable {
  onlyRow: Generated<boolean>;
  prunedThrough: number;
  keysVersion: Generated<number>;
  keysHash: Generated<Buffer>;
  /** The first week whose subjects are derived from account keys. */
  accountKeysFrom: Generated<number>;
}

/** The terms of a proxy user; `proven` was added later than the other fields. */
type ProxyTerms = Pick<ProxyGrant, 'username' | 'addresses' | 'purse' | 'route' | 'limits'> &
  Partial<Pick<ProxyGrant, 'proven' | 'sliceLimits'>>;

/** The terms of a proxy user of all gateways. */
type ProxyUserTerms = Omit<ProxyUserGrant, 'kind' | 'id' | 'verifier'>;

/** The terms of an upstream endpoint; its password is sealed. */
export type UpstreamTerms = Omit<UpstreamGrant, 'kind' | 'id' | 'password'> & {
  readonly sealedPassword: string;
};

/**
 * `host` is the number of the address; it and `publicKey` are set for a WireGuard configuration, `mac` for credentials (of all gateways: the
 * verifier). An upstream has no account. Credentials of all gateways have no subject.
 */
interface GatewayGrantsTable {
  id: Generated<string>;
  /** Null for a grant that is in force on all gateways: only the feed and what announces a change read such rows. */
  gatewayId: ColumnType<string, string | null, string>;
  userId: string | null;
  sub: string | null;
  kind: Grant['kind'];
  /** The proxy user, service or upstream that holds it. */
  holderId: Generated<string | null>;
  terms: ColumnType<ProxyTerms | ProxyUserTerms | UpstreamTerms | null, string | null | undefined, never>;
  publicKey: string | null;
  host: number | null;
  mac: string | null;
  /** The encrypted `credentialKey` (`@comet/admission`) of OpenVPN credentials of all gateways. */
  sealedKey: Generated<string | null>;
  createdAt: Date;
  /** When the account's access ended; a new period of access restores the grant. */
  withdrawnAt: Date | null;
}
