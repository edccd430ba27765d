import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DedicatedIpType } from './catalogue.ts';

/** What else was bought: data, and addresses of one's own. */
export interface GoodsTables {
  dataEntries: DataEntriesTable;
  services: ServicesTable;
  servicePeriods: ServicePeriodsTable;
  dedicatedIps: DedicatedIpsTable;
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
