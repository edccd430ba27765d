export { allowedIpsOf } from './allowed-ips.ts';
export {
  type Lease,
  LeaseBook,
  type LeaseRefusal,
  type LeaseRequest,
  type LeaseRules,
} from './lease-book.ts';
export { type LeasesFile, leasesFile, leasesToFile } from './leases.store.ts';
