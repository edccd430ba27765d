export { desiredPeers, type StaticPeers } from './desired-peers.ts';
export { createPeers, type Peers } from './peers.ts';
