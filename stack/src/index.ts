export type { Addresses } from './addresses.ts';
export { bundle } from './bundle.ts';
export { buildDesktop } from './desktop/build.ts';
export { buildCrate } from './machine/cargo.ts';
export { installMissingPackages } from './machine/debian-packages.ts';
export { freePortBlock } from './machine/ports.ts';
export { findWireguardGo } from './machine/wireguard-go.ts';
export type { StackOptions } from './start-options.ts';
export { type RunningStack, startStack } from './start-stack.ts';
