export { type Bridge, bridgeForwarderPort, formatBridge, readBridge } from './bridge.ts';
export {
  type BridgeText,
  type BridgeTextRefusal,
  bridgeTextLifetime,
  checkBridgeText,
  maxBridgeTextLength,
  signBridgeText,
} from './bridge-text.ts';
export { checkDpop, type DpopRefusal, dpopWindow, newProofKey, signDpop } from './dpop.ts';
export {
  checkExitTicket,
  type ExitRules,
  exitSubject,
  newSessionsSlot,
  type ExitTicketClaims,
  exitTicketLifetime,
  type ExitUse,
  issueExitTicket,
} from './exit-ticket.ts';
export {
  type BlockList,
  blockLists,
  type CommonBlockList,
  commonBlockLists,
  isCommon,
  knownBlockLists,
  listedBlockLists,
  type NameFilter,
  nameFilters,
} from './name-filters.ts';
export {
  addressesOf,
  chooseHost,
  gatewayHost,
  gatewayNetworks,
  socksPort,
  hostAt,
  hostOf,
  isIn,
  tunnelNetwork,
  tunnelPools,
} from './tunnel-addresses.ts';
export {
  checkOpenvpnLogin,
  type StoredGrant,
  issueOpenvpnLogin,
  openvpnLoginLifetime,
  readOpenvpnLogin,
  credentialMac,
  checkDeviceLogin,
  issueDeviceLogin,
  readDeviceLogin,
} from './openvpn-login.ts';
export { credentialKey, credentialRevocationKey, credentialVerifier } from './shared-credential.ts';
export {
  checkRelease,
  isNewer,
  maxPackageBytes,
  releaseLifetime,
  type ReleaseManifest,
  type ReleaseRefusal,
  signRelease,
} from './release.ts';
export { checkProof, type ProofPurpose, proofOf } from './proof.ts';
export {
  checkServerList,
  type OpenvpnOffer,
  type ServerList,
  type ServerListRefusal,
} from './server-list.ts';
export { type BoundCredential, sendWithProof } from './send-with-proof.ts';
export {
  maxServerUrlLength,
  readShadowsocksUrl,
  shadowsocksMethods,
  type ShadowsocksServer,
} from './shadowsocks-url.ts';
export { SetDigest } from './set-digest.ts';
export {
  openDocument,
  type PublishedKey,
  publishKey,
  readSigner,
  readVerifiers,
  type SignatureRefusal,
  type Signer,
  type SigningDomain,
  signDocument,
  type Verifiers,
} from './signed-document.ts';
export {
  respondToPostQuantumPsk,
  finishPostQuantumPsk,
  offerPostQuantumPsk,
  postQuantumPskPort,
  postQuantumPskSizes,
  type TunnelEnds,
} from './post-quantum-psk.ts';
export {
  accountKeyOf,
  deviceLoginKeyOf,
  endOfWeek,
  type SubjectKeys,
  subjectOf,
  subjectWith,
  weekOf,
} from './subject.ts';
export {
  checkTicket,
  clockSkew,
  type ExitClaim,
  exitClaim,
  issueTicket,
  type TicketClaims,
  ticketKeyOf,
  ticketLifetime,
  type TicketRefusal,
} from './ticket.ts';
export { type TrustAnchors, trustAnchors } from './trust.ts';
export {
  type EgressStatus,
  egressStatusPort,
  egressStatusReader,
  writeEgressStatus,
} from './egress-status.ts';
export { isUsageReportOf, signUsageReport } from './usage-signature.ts';
