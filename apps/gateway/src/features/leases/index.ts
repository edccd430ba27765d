export { allowedIpsOf } from './allowed-ips.ts';
export {
  type Lease,
  LeaseTable,
  type LeaseRefusal,
  type LeaseRequest,
  type LeaseRules,
} from './lease-table.ts';
export { type LeasesFile, leasesFile, leasesToFile } from './leases.store.ts';
