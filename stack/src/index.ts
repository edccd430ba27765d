export type { Addresses } from './addresses.ts';
export { freePortBlock } from './machine/ports.ts';
export { findWireguardGo } from './machine/wireguard-go.ts';
export type { StackOptions } from './start-options.ts';
export { type RunningStack, startStack } from './start-stack.ts';
