export { createPeers, type Peers } from './peers.ts';
