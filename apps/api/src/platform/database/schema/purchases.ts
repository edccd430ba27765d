import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DedicatedIpType } from './catalogue.ts';

/** Other purchases: data and dedicated IPs. */
export interface PurchaseTables {
  dataEntries: DataEntriesTable;
  dataAccounts: DataAccountsTable;
  dataQuotaAccounts: DataQuotaAccountsTable;
  dataQuotaLeases: DataQuotaLeasesTable;
  dataUsageDays: DataUsageDaysTable;
  proxyUsers: ProxyUsersTable;
  services: ServicesTable;
  servicePeriods: ServicePeriodsTable;
  dedicatedIps: DedicatedIpsTable;
  addressSwaps: AddressSwapsTable;
  restedAddresses: RestedAddressesTable;
  stockRequests: StockRequestsTable;
}

export type DataProduct = 'residential_vpn' | 'residential_proxy';

/** Append-only; the balance is the sum of the rows. */
interface DataEntriesTable {
  id: Generated<string>;
  userId: string;
  product: DataProduct;
  /** `return`: a chargeback was reversed. */
  kind: 'purchase' | 'usage' | 'adjustment' | 'refund' | 'return';
  /** Negative for usage and refunds. */
  bytes: number;
  orderId: string | null;
  enteredAt: Date;
}

export type WhenEmpty = 'block' | 'standard';

/** An account's spending settings for the data of one product, and the notices sent to it. */
interface DataAccountsTable {
  userId: string;
  product: DataProduct;
  whenEmpty: Generated<WhenEmpty>;
  /** Both null without automatic purchases. */
  automaticBelowGigabytes: Generated<number | null>;
  automaticGigabytes: Generated<number | null>;
  /** The price of a gigabyte when automatic purchases were enabled, in the currency's minor unit; null where none was on sale. */
  automaticPriceAmount: Generated<number | null>;
  automaticPriceCurrency: Generated<string | null>;
  /** Start of an automatic purchase that is not decided yet. */
  toppingUpSince: Generated<Date | null>;
  /** Its order, once created. */
  toppingUpOrderId: Generated<string | null>;
  /** The balance after the last purchase; notices are sent at percentages of it. */
  fullBytes: Generated<number>;
  /** The highest percentage for which a notice was sent. */
  noticedPercent: Generated<number>;
  /** When an operator stopped all spending. */
  stoppedAt: Generated<Date | null>;
}

/** The quota account on one gateway for an account's data; for proxy data, that of one proxy user. */
interface DataQuotaAccountsTable {
  id: Generated<string>;
  userId: string;
  product: DataProduct;
  gatewayId: string;
  proxyUserId: string | null;
}

/** Bytes that a gateway has drawn. The unused rest is available again once the lease is settled. */
interface DataQuotaLeasesTable {
  id: Generated<string>;
  quotaAccountId: string;
  /** The gateway's idempotency key, so that a retry gets the same lease. */
  request: string;
  bytes: number;
  usedBytes: Generated<number>;
  /** When it was drawn or last reported. */
  reportedAt: Date;
  settledAt: Generated<Date | null>;
}

interface DataUsageDaysTable {
  userId: string;
  product: DataProduct;
  proxyUserId: string | null;
  /** In UTC; `2026-11-22` in a query. */
  day: ColumnType<string, string, never>;
  bytes: number;
  enteredBytes: Generated<number>;
}

interface ProxyUsersTable {
  id: Generated<string>;
  userId: string;
  name: string;
  username: string;
  /** Null after its removal. */
  sealedPassword: string | null;
  /** Maximum use in a calendar month (UTC), in bytes; null for no limit. */
  limitBytes: number | null;
  enabled: Generated<boolean>;
  addresses: Generated<string[]>;
  /** The addresses from which the account itself has connected. */
  provenAddresses: Generated<string[]>;
  createdAt: Date;
  removedAt: Generated<Date | null>;
  /** Since when its grant is one for all gateways; null until the task `share-proxy-users` has run. */
  sharedAt: Generated<Date | null>;
}

/** `provisioning` while no address is available. */
type ServiceState = 'provisioning' | 'active' | 'expired' | 'refunded';

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
  /** The owner's note. */
  note: Generated<string>;
  /** Both or neither: its residential proxy user. */
  proxyUsername: Generated<string | null>;
  sealedProxyPassword: Generated<string | null>;
  /** Set while its proxy user may be missing, until a job has created it. */
  proxyDueAt: Generated<Date | null>;
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
  /** At most one of them is set: the gateway that has the address, or the exit whose line it is. */
  gatewayId: Generated<string | null>;
  exitId: Generated<string | null>;
  /** Its previous service, and the end of its rest period. */
  lastServiceId: Generated<string | null>;
  restsUntil: Generated<Date | null>;
  state: GeneratedAlways<'free' | 'reserved' | 'assigned' | 'resting'>;
  addedAt: Date;
}

/** Addresses that were removed from stock during their rest period. */
interface RestedAddressesTable {
  address: string;
  restsUntil: Date;
}

interface AddressSwapsTable {
  id: Generated<string>;
  serviceId: string;
  address: string;
  reason: string;
  swappedAt: Date;
}

export type StockProduct = 'residential_data' | 'proxy_traffic' | DedicatedIpType;

/** Requests for an email when a product is in stock; the row is deleted with the email. */
interface StockRequestsTable {
  userId: string;
  product: StockProduct;
  /** ISO 3166-1 alpha-2 in lower case. */
  country: string;
  requestedAt: Date;
}
