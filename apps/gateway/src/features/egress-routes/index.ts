export { serveEgressStatus } from './serve-egress-status.ts';
export { createEgressRoutes, type EgressRoutes } from './egress-routes.ts';
