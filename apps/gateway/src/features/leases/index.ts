export { allowedIpsOf } from './allowed-ips.ts';
export {
  type Lease,
  LeaseTable,
  type LeaseRefusal,
  type LeaseRequest,
  type LeaseRules,
} from './lease-table.ts';
export {
  type LeasesChange,
  leasesChange,
  type LeasesFile,
  leasesFile,
  leasesToChange,
  leasesToFile,
  replayLeases,
  withoutDamagedLeases,
} from './leases.store.ts';
