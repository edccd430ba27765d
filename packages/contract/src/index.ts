export { api } from './api.ts';
export { daemonApi } from './daemon-api.ts';
export {
  type AdmissionErrorCode,
  admissionErrorCodeIn,
  admissionErrorCodes,
} from './admission-error-codes.ts';
export {
  type ExitLine,
  exitLine,
  exitMeasure,
  type ExitOrder,
  exitOrder,
  type ExitReport,
  exitReport,
  exitSilence,
  maxExitLineLength,
} from './admission/exit-control.ts';
export {
  type ExitAdmittance,
  exitAdmittance,
  exitAdmissionPath,
  type ExitPresentation,
  exitPresentation,
} from './admission/present-exit.ts';
export {
  type Admittance,
  admittance,
  admissionPath,
  type Presentation,
  presentation,
} from './admission/present-ticket.ts';
export { type Caller, type Endpoint, endpoint, type ReplyOf, type RequestOf } from './endpoint.ts';
export { type ErrorBody, errorBody } from './error-body.ts';
export { type ErrorCode, errorCodes } from './error-codes.ts';
export { STATUS_DAYS } from './status/status-history.ts';
export { exitConsentVersion } from './exits/enrol-exit.ts';
export { maxOwnNetworks, type OwnNetwork } from './gateways/show-own-networks.ts';
export { maxPortBlocks } from './gateways/show-port-forwarding.ts';
export type { FeedFault, WireguardTransport } from './gateways/report-health.ts';
export { type OpenvpnOffer, type OpenvpnOffers, openvpnOffers } from './gateways/openvpn-offer.ts';
export {
  feedHeaders,
  feedInbox,
  type FeedOpened,
  feedOpened,
  type FeedOpening,
  feedOpening,
  feedStream,
  feedSubjects,
} from './gateways/feed-over-nats.ts';
export {
  hubDomain,
  maxUsageReportBytes,
  type UsageReceipt,
  usageReceipt,
  usageReceipts,
  type UsageRefusal,
  usageRefusals,
  type UsageReport,
  usageReport,
  usageSignatureHeader,
  usageStream,
  usageSubject,
} from './gateways/usage-over-nats.ts';
export {
  type AccountRevocation,
  accountRevocation,
  accountRevocationLine,
  accountsKind,
  allGateways,
  encodeRevocation,
  type FeedMessage,
  feedMessage,
  type OpenvpnSecrets,
  openvpnSecrets,
  type Revocation,
  revocationLines,
  type SnapshotChunk,
  snapshotChunk,
} from './gateways/follow-feed.ts';
export {
  type Grant,
  type GrantKind,
  grant,
  grantKinds,
  grantLine,
  maxQuotaLeaseLimits,
  type ProxyGrant,
  type ProxyUserGrant,
  type QuotaLeaseLimit,
  sharedKinds,
  type UpstreamGrant,
  type WireguardGrant,
} from './gateways/grant.ts';
export { maxCountedStock } from './prices/list-prices.ts';
export { type ProxyHost, proxyHostFor, type ExitLocation } from './residential-proxy/proxy-host.ts';
export { type BrokenRule, brokenRules, formRule } from './rules.ts';
export { contactMessage } from './support/contact.ts';
export { attachmentLimits, attachmentTypes } from './support/ticket.ts';
export { reportLimits } from './support/send-support-report.ts';
export { wire } from './wire.ts';
export { camelCase, snakeCase } from './wire-keys.ts';
export { isDataCenter, type LocationType } from './locations/location-types.ts';
