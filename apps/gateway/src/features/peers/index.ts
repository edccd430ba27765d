export { createPeers, type Peers } from './peers.ts';
export type { StaticPeers } from './desired-peers.ts';
