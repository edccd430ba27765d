export { type NatsReports, quotaLeaseSource } from './quota-lease-source.ts';
export { type QuotaLease, QuotaLeaseLedger, type QuotaLeaseSource } from './quota-lease-ledger.ts';
export { type QuotaLeasesFile, quotaLeasesFile } from './quota-leases.store.ts';
