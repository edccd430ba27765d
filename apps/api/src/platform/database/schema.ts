import type { OpenvpnOffers } from '@comet/contract';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** Written by hand beside the migrations; the CamelCasePlugin translates the names. */
export interface Schema {
  users: UsersTable;
  accessTokens: AccessTokensTable;
  knownDevices: KnownDevicesTable;
  oneTimeTokens: { tokenHash: Buffer; sessionId: string; expiresAt: Date };
  emailLinks: EmailLinksTable;
  formerPasswords: FormerPasswordsTable;
  twoFactor: TwoFactorTable;
  recoveryCodes: { userId: string; codeHash: Buffer; usedAt: Date | null };
  trustedDevices: { userId: string; deviceHash: Buffer; trustedUntil: Date };
  passkeys: PasskeysTable;
  passkeyChallenges: PasskeyChallengesTable;
  deviceAuthorizations: DeviceAuthorizationsTable;
  identities: IdentitiesTable;
  socialSignIns: SocialSignInsTable;
  pendingIdentities: PendingIdentitiesTable;
  rateCounters: { bucket: string; calls: number; expiresAt: Date };
  idempotencyKeys: IdempotencyKeysTable;
  locations: LocationsTable;
  gateways: GatewaysTable;
  enrolmentTokens: EnrolmentTokensTable;
  serverList: { onlyRow: Generated<boolean>; version: number; contentHash: Buffer };
  devices: DevicesTable;
  wireguardConfigs: WireguardConfigsTable;
  openvpnCredentials: OpenvpnCredentialsTable;
  favoriteLocations: { userId: string; locationCode: string; markedAt: Date };
  gatewayChanges: GatewayChangesTable;
  gatewayFeed: GatewayFeedTable;
  gatewayGrants: GatewayGrantsTable;
  plans: PlansTable;
  prices: PricesTable;
  coupons: CouponsTable;
  couponUses: CouponUsesTable;
  dataEntries: DataEntriesTable;
  services: ServicesTable;
  servicePeriods: ServicePeriodsTable;
  dedicatedIps: DedicatedIpsTable;
  orders: OrdersTable;
  subscriptions: SubscriptionsTable;
  subscriptionGrants: SubscriptionGrantsTable;
  providerEvents: ProviderEventsTable;
  refunds: RefundsTable;
  ledgerEntries: LedgerEntriesTable;
  operatorActions: OperatorActionsTable;
  freeDays: FreeDaysTable;
  freeDaysTakenBack: { freeDaysId: string; takenBackAt: Date };
  referralCodes: { userId: string; code: string; createdAt: Date };
  referrals: { friendId: string; referrerId: string | null; claimedAt: Date };
  supportTickets: SupportTicketsTable;
  postedLetters: { userId: string; kind: string; fact: string; postedAt: Date };
}

interface UsersTable {
  id: Generated<string>;
  email: string;
  /** Absent for an account that signs in through a provider or by passkey only. */
  passwordHash: string | null;
  verifiedAt: Date | null;
  paddleCustomerId: string | null;
  twoFactorEnabledAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  deletedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  createdAt: Date;
}

/** What a session began with. */
export type SignInMethod = 'sign_up' | 'password' | 'social' | 'passkey' | 'quick_login' | 'one_time_token';

interface AccessTokensTable {
  id: Generated<string>;
  userId: string;
  tokenHash: Buffer;
  deviceId: string | null;
  isLimited: boolean;
  method: SignInMethod;
  /** The calling program's name, `Firefox`; absent when it did not say or is not known. */
  client: string | null;
  platform: Platform | null;
  /** The name that a machine was given when it signed in by code. */
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
}

/** What following a mailed link does. */
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

interface TwoFactorTable {
  userId: string;
  /** Names this set-up in its activation links, so that a link of an earlier one activates nothing. */
  setupId: Generated<string>;
  sealedSecret: string;
  /** The time step (RFC 6238) of the last code that was taken; only later ones count. */
  lastUsedStep: number;
  /** When the first code was right and the activation link left; null while it is awaited. */
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
  /** May be copied to other devices, which never changes; and whether it is. */
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
  /** The access token of the session in which it was asked for; none while signing in. */
  sessionId: string | null;
  expiresAt: Date;
}

/** The hashes that an account's present password took the place of, the latest four. */
interface FormerPasswordsTable {
  id: Generated<string>;
  userId: string;
  passwordHash: string;
  replacedAt: Date;
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

/** Why an answer of a provider led nowhere, for good. */
export type SocialRefusal =
  | 'social_denied'
  | 'authentication_failed'
  | 'identity_linked_elsewhere'
  | 'account_deleted';

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
  /** The account that the address has, if any. */
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

export type Platform = 'linux' | 'macos' | 'windows' | 'ios' | 'android' | 'router' | 'other';

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
  /** The session that approved; the approval falls with it. */
  approvedBy: ColumnType<string | null, string | null | undefined, string | null>;
  intervalSeconds: number;
  lastPolledAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}

interface IdempotencyKeysTable {
  userId: string;
  endpoint: string;
  key: string;
  requestHash: Buffer;
  answer: ColumnType<unknown, null, string | null>;
  runningUntil: Date;
  createdAt: Date;
}

export type LocationType =
  | 'standard'
  | 'native_residential'
  | 'residential'
  | 'dedicated'
  | 'dedicated_residential'
  | 'company'
  | 'specialty';

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

interface GatewaysTable {
  id: Generated<string>;
  locationCode: string;
  credentialHash: Buffer;
  wireguardPublicKey: string;
  wireguardPort: number;
  doorPort: number;
  ipv4: string;
  ipv6: string | null;
  version: string | null;
  peers: number | null;
  /** As the gateway reported it last. */
  openvpn: ColumnType<OpenvpnOffers | null, string | null, string | null>;
  loadPercent: number | null;
  lastHeardAt: Date | null;
  createdAt: Date;
  retiredAt: Date | null;
  /** When every account's OpenVPN credentials had been brought to it. */
  credentialsAt: Generated<Date | null>;
}

interface EnrolmentTokensTable {
  tokenHash: Buffer;
  locationCode: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

interface DevicesTable {
  id: Generated<string>;
  userId: string;
  name: string;
  platform: Platform;
  slot: number;
  createdAt: Date;
  removedAt: Date | null;
}

interface WireguardConfigsTable {
  id: Generated<string>;
  userId: string;
  /** Null only inside of the transaction that makes both. */
  grantId: ColumnType<string | null, string | null | undefined, string | null>;
  name: string;
  publicKey: string;
  createdAt: Date;
}

/** The one pair of an account that is in force. */
interface OpenvpnCredentialsTable {
  userId: string;
  username: string;
  sealedPassword: string;
  createdAt: Date;
}

/** A revocation has a subject, the other two a grant. */
interface GatewayChangesTable {
  id: GeneratedAlways<number>;
  gatewayId: string;
  kind: Generated<'revoke' | 'grant' | 'withdraw'>;
  sub: string | null;
  slot: Generated<number | null>;
  /** Unix seconds; of a grant's change, when it was made. */
  notBefore: number;
  grantId: Generated<string | null>;
}

interface GatewayFeedTable {
  onlyRow: Generated<boolean>;
  prunedThrough: number;
  keysVersion: Generated<number>;
  keysHash: Generated<Buffer>;
}

/** `host` is the number of the address, and with `publicKey` of a WireGuard config; `mac` is of OpenVPN credentials. */
interface GatewayGrantsTable {
  id: Generated<string>;
  gatewayId: string;
  userId: string;
  sub: string;
  kind: 'wireguard' | 'openvpn';
  publicKey: string | null;
  host: number | null;
  mac: string | null;
  createdAt: Date;
  /** When the account's access ended; the grant comes back with it. */
  withdrawnAt: Date | null;
}

interface PlansTable {
  id: string;
  months: number;
  priceAmount: number;
  monthlyPriceAmount: number;
  currency: string;
  discountPercent: number;
  trialDays: number;
  freeMonths: number;
  onSale: boolean;
  paddleProductId: string | null;
  paddlePriceId: string | null;
  paddleTrialPriceId: string | null;
}

/** What is sold besides plans: data by the gigabyte, and addresses for some months. */
export type PriceKind = 'residential_data' | 'proxy_traffic' | DedicatedIpType;
export type DedicatedIpType = 'dedicated' | 'dedicated_residential';

interface PricesTable {
  /** `residential-data`, `dedicated-12`. */
  id: string;
  kind: PriceKind;
  months: number | null;
  /** For a gigabyte, or for the months. */
  amount: number;
  currency: string;
  onSale: boolean;
  paddleProductId: string | null;
  paddlePriceId: string | null;
}

interface CouponsTable {
  id: Generated<string>;
  /** In capitals. */
  code: string;
  /** One of the two. */
  percent: number | null;
  amount: number | null;
  currency: string;
  /** For these plans only; empty: for every one. */
  plans: string[];
  startsAt: Date | null;
  endsAt: Date | null;
  totalLimit: number | null;
  userLimit: number | null;
  firstPurchaseOnly: boolean;
  paddleDiscountId: ColumnType<string | null, string | null | undefined, string | null>;
  createdAt: Date;
}

/** `held` while its order is being paid; `void` when a payment came after the last use was taken by somebody else. */
export type CouponUseState = 'held' | 'used' | 'released' | 'void';

interface CouponUsesTable {
  id: Generated<string>;
  couponId: string;
  orderId: string | null;
  userId: string | null;
  state: CouponUseState;
  heldAt: Date;
}

export type DataProduct = 'residential_vpn' | 'residential_proxy';

/** Rows are only ever added; what somebody has is their sum. */
interface DataEntriesTable {
  id: Generated<string>;
  userId: string;
  product: DataProduct;
  /** `return`: a bank has returned what it had taken back. */
  kind: 'purchase' | 'usage' | 'adjustment' | 'refund' | 'return';
  /** Negative for what was used or given back. */
  bytes: number;
  orderId: string | null;
  enteredAt: Date;
}

/** `provisioning` while no address is there for it. */
export type ServiceState = 'provisioning' | 'active' | 'expired' | 'refunded';

interface ServicesTable {
  id: Generated<string>;
  userId: string;
  orderId: string;
  type: DedicatedIpType;
  country: string;
  state: ServiceState;
  startedAt: Date | null;
  activeUntil: Date | null;
  createdAt: Date;
}

interface ServicePeriodsTable {
  orderId: string;
  serviceId: string;
  months: number;
  boughtAt: Date;
  refundedAt: Date | null;
}

interface DedicatedIpsTable {
  id: Generated<string>;
  type: DedicatedIpType;
  country: string;
  address: string;
  orderId: ColumnType<string | null, string | null | undefined, string | null>;
  serviceId: ColumnType<string | null, string | null | undefined, string | null>;
  state: GeneratedAlways<'free' | 'reserved' | 'assigned'>;
  addedAt: Date;
}

export type OrderState = 'draft' | 'processing' | 'paid' | 'failed' | 'expired' | 'refunded';
export type PaymentMethod = 'card' | 'paypal' | 'crypto';

export type PaymentProvider = 'paddle' | 'coingate';

export interface StoredOrderLine {
  readonly kind:
    | 'plan'
    | 'plan_discount'
    | 'trial'
    | 'free_months'
    | 'residential_data'
    | 'dedicated_ip'
    | 'proxy_traffic'
    | 'coupon'
    | 'crypto_fee'
    | 'unused_time'
    | 'carried_days';
  readonly quantity: number;
  readonly amount: number;
}

/** What an order is for, as it was sold: a plan that an operator changes later does not change it. */
export type OrderItem =
  | SubscriptionItem
  | {
      readonly kind: 'plan_change';
      /** Ours, not the provider's. */
      readonly subscriptionId: string;
      readonly planId: string;
      readonly months: number;
      /** What the new plan renews for. */
      readonly priceAmount: number;
      /** When the free days end that go on, where nothing is paid before. ISO 8601. */
      readonly startsAt?: string;
      /** Free time of the old plan that the new one is longer by, in milliseconds. */
      readonly carriedMs?: number;
    }
  | { readonly kind: 'residential_data'; readonly gigabytes: number }
  | {
      readonly kind: 'dedicated_ip';
      readonly type: DedicatedIpType;
      readonly country: string;
      readonly months: number;
    }
  | { readonly kind: 'dedicated_ip_extension'; readonly serviceId: string; readonly months: number }
  | { readonly kind: 'proxy_traffic'; readonly gigabytes: number };

export interface SubscriptionItem {
  readonly kind: 'subscription';
  readonly planId: string;
  readonly months: number;
  readonly trialDays: number;
  readonly freeMonths: number;
  /** What it renews for. */
  readonly priceAmount: number;
  /** When it begins, if that is after it is paid: it follows on a plan that runs. ISO 8601. */
  readonly startsAt?: string;
}

interface OrdersTable {
  id: Generated<string>;
  userId: string;
  kind: OrderItem['kind'];
  item: JSONColumnType<OrderItem>;
  state: OrderState;
  currency: string;
  totalAmount: number;
  taxAmount: number | null;
  lines: JSONColumnType<StoredOrderLine[]>;
  method: PaymentMethod | null;
  provider: ColumnType<PaymentProvider | null, PaymentProvider | null | undefined, PaymentProvider | null>;
  paddleTransactionId: string | null;
  paddlePriceId: string | null;
  paddleQuantity: Generated<number>;
  coingateOrderId: ColumnType<string | null, string | null | undefined, string | null>;
  /** Of the token that CoinGate's callbacks about the order carry. */
  coingateTokenHash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  /** The provider's page on which the order is paid. */
  paymentUrl: ColumnType<string | null, string | null | undefined, string | null>;
  couponCode: ColumnType<string | null, string | null | undefined, never>;
  /** Why the payment failed, in the provider's word. */
  failure: ColumnType<string | null, string | null | undefined, string | null>;
  createdAt: Date;
  processingAt: Date | null;
  paidAt: Date | null;
  refundedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** The books: one line for each movement of money at a provider. Amounts given back are negative. */
interface LedgerEntriesTable {
  id: Generated<string>;
  provider: PaymentProvider;
  kind: 'payment' | 'refund' | 'chargeback' | 'chargeback_reversal';
  /** The provider's id of the movement: a transaction, an adjustment, an order. Its trace once its account is gone. */
  reference: string | null;
  orderId: string | null;
  /** The plan, or the kind of what else was sold. */
  product: string;
  /** In the minor unit, tax included. */
  amount: number;
  tax: number;
  currency: string;
  happenedAt: Date;
  bookedAt: Date;
}

export type SubscriptionState = 'trialing' | 'active' | 'past_due' | 'cancelled' | 'refunded' | 'expired';

export type SubscriptionSource = 'web' | 'app_store' | 'play_store';
export type CancellationReason = 'price' | 'unused' | 'technical' | 'other';

interface SubscriptionsTable {
  id: Generated<string>;
  userId: string;
  /** Null for one that was bought in an app store. */
  orderId: string | null;
  planId: string;
  months: number;
  state: SubscriptionState;
  source: ColumnType<SubscriptionSource, SubscriptionSource | undefined, SubscriptionSource>;
  /** The store's own name of the purchase. */
  storeReference: ColumnType<string | null, string | null | undefined, string | null>;
  paddleSubscriptionId: string | null;
  startedAt: Date;
  activeUntil: Date;
  accessUntil: Date;
  nextPaymentAmount: number | null;
  nextPaymentAt: Date | null;
  currency: string;
  paymentKind: PaymentMethod | null;
  paymentLastDigits: string | null;
  /** Until when payments alone would reach. */
  paidUntil: Date;
  /** The date of the next payment that the provider was last asked for. */
  nextPaymentRequestedAt: Date | null;
  endedAt: Date | null;
  /** When the remaining days were given up with the account. */
  forfeitedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** What its owner said when cancelling, if anything. */
  cancellationReason: ColumnType<
    CancellationReason | null,
    CancellationReason | null | undefined,
    CancellationReason | null
  >;
  trialRemindedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  createdAt: Date;
}

interface SubscriptionGrantsTable {
  provider: PaymentProvider;
  transactionId: string;
  subscriptionId: string;
  kind: 'trial' | 'payment';
  startsAt: Date;
  /** The end of what its money bought; free time comes after it. */
  boughtUntil: Date;
  endsAt: Date;
  /** It began where a change of plan cut the one before off. */
  isPlanChange: boolean;
  freeMonths: number;
  amount: number;
  currency: string;
  grantedAt: Date;
}

interface ProviderEventsTable {
  provider: PaymentProvider;
  eventId: string;
  eventType: string;
  occurredAt: Date;
  receivedAt: Date;
  processedAt: Date | null;
  transactionId: string | null;
  subscriptionId: string | null;
  event: ColumnType<unknown, string | null, never>;
  payload: ColumnType<unknown, string, never>;
  /** How often working it off has failed, and until when it waits then. */
  tries: Generated<number>;
  retryAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** A refund that was asked for: the provider decides it, perhaps days later. */
interface RefundsTable {
  adjustmentId: string;
  orderId: string;
  transactionId: string;
  state: 'pending' | 'approved' | 'rejected';
  /** In the minor unit, tax included. */
  amount: number;
  currency: string;
  askedAt: Date;
  decidedAt: Date | null;
}

export type OperatorAction =
  | 'recover_account'
  | 'import_store_subscription'
  | 'grant_days'
  | 'refund'
  | 'set_plan'
  | 'set_price'
  | 'add_coupon'
  | 'set_coupon'
  | 'end_coupon'
  | 'add_address'
  | 'remove_address'
  | 'close_ticket'
  | 'add_location'
  | 'set_location';

interface OperatorActionsTable {
  id: Generated<string>;
  operator: string;
  action: OperatorAction;
  /** Null once the account is gone, and where no account was concerned. */
  userId: string | null;
  /** What was done, in the words of the command. */
  details: ColumnType<unknown, string | null | undefined, never>;
  doneAt: Date;
}

/** What only a person can settle. */
interface SupportTicketsTable {
  id: Generated<string>;
  /** Whom it concerns, if a customer. */
  userId: string | null;
  kind: string;
  cause: string;
  subject: string;
  body: string;
  openedAt: Date;
  closedAt: Date | null;
}

export type FreeDaysReason = 'referral' | 'operator';

/** Days that were given for nothing. Rows stay as they are. */
interface FreeDaysTable {
  id: Generated<string>;
  userId: string;
  days: number;
  reason: FreeDaysReason;
  /** What they were given for, once. */
  cause: string;
  givenAt: Date;
}
