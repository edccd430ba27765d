export { desiredPeers, type StaticPeers } from './desired-peers.ts';
export { endRevokedSessions } from './end-revoked-sessions.ts';
export { createPeers, type Peers } from './peers.ts';
