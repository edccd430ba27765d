export { type Lease, LeaseBook, type LeaseRefusal, type LeaseRequest } from './lease-book.ts';
export { type LeasesFile, leasesFile, leasesToFile } from './leases.store.ts';
export { addressesOf, allowedIpsOf, gatewayHost, tunnelNetwork } from './tunnel-address.ts';
