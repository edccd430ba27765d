export type { Addresses } from './addresses.ts';
export { RETRIED, SKIPPED } from './checks/retried-test.ts';
export { bundle } from './bundle.ts';
export { dataDisk } from './cluster/data-disk.ts';
export { readUserData } from './cloud-init/user-data.ts';
export { createDashboardServer } from './dashboard/server.ts';
export { failCluster } from './cluster/failures.ts';
export { type HostName, NODES } from './cluster/hosts.ts';
export { runOnNode } from './cluster/node-database.ts';
export { installClusterPackages } from './cluster/prerequisites.ts';
export { earlierRelease } from './cluster/release-sources.ts';
export { sendRequests } from './cluster/request-load.ts';
export { upgradeCluster } from './cluster/upgrade.ts';
export { type Cluster, startCluster } from './cluster/start-cluster.ts';
export { buildDesktop } from './desktop/build.ts';
export { isExitReady } from './lab/exits.ts';
export { isServingTunnels } from './lab/gateway-ready.ts';
export { buildCrate, installCrate } from './toolchain/cargo.ts';
export { registryProgram } from './toolchain/registry-program.ts';
export {
  findCommand,
  installMissingPackages,
  LAB_COMMANDS,
  missingPackages,
  PROVE_COMMANDS,
  WINDOW_COMMANDS,
} from './toolchain/debian-packages.ts';
export { debianSources, thisRelease } from './toolchain/debian-sources.ts';
export { freePort, freePortBlock } from './toolchain/ports.ts';
export { installRust } from './toolchain/rust.ts';
export { buildNatsServer } from './toolchain/nats-server.ts';
export { findWireguardGo } from './toolchain/wireguard-go.ts';
export { startPostgres } from './postgres/server.ts';
export { type BuiltPackages, buildPackages } from './packages/build-for-tests.ts';
export { releasesText } from './packages/releases-text.ts';
export type { StackOptions } from './start-options.ts';
export { type RunningStack, startStack } from './start-stack.ts';
export { stopStack } from './stop-stack.ts';
