/** The parts of the agent that benchmarks use; the agent starts in `main.ts`. */
export { sweepSessions } from './background.ts';
export { createTicketAdmission } from './features/admission/index.ts';
export { enrol } from './features/enrolment/index.ts';
export { type FeedFile, FeedState, followFeed, newFeedFile, openFeed } from './features/feed/index.ts';
export { type Lease, LeaseTable } from './features/leases/index.ts';
export { QuotaLeaseLedger, quotaLeaseSource } from './features/metering/index.ts';
export { createPeers } from './features/peers/index.ts';
export type { ExitView, ProxyCustomer } from './features/proxy/index.ts';
export { startProxy } from './features/proxy-link/index.ts';
export { connectControlPlane } from './platform/control-plane/control-plane.ts';
export { connectNatsFeed } from './platform/nats/nats-feed.ts';
export { connectNatsUsage } from './platform/nats/nats-usage.ts';
export { programPath } from './platform/processes/program-path.ts';
export { debouncedWriter } from './platform/files/debounced-writer.ts';
export { leasesSource, openLeasesFile } from './saved-state.ts';
