export { isAccountRefusal } from './account-refusals.ts';
export { type DashboardPage } from './account-commands.ts';
export { isAnyCity } from './any-city.ts';
export {
  accessChoices,
  type AccessMethod,
  accessMethods,
  addedAccessMethods,
  type BlockListName,
  blockListNames,
  type ForwardRefusal,
  type MeteredChoice,
  meteredChoices,
  type Metering,
  type OpenvpnVariant,
  openvpnVariants,
  type PlatformFeature,
  type ProtocolChoice,
  type ProxyTrouble,
  type RouteState,
  type TransportChoice,
  type VariantChoice,
  type WireguardTransport,
} from './choices.ts';
export {
  type CommandError,
  commandErrors,
  type CommandName,
  commands,
  type ParamsOf,
  type ResultOf,
} from './commands.ts';
export type { ConnectionDetails } from './connection-details.ts';
export {
  requestIdOf,
  type CheckedRequest,
  readReply,
  readRequest,
  type Reply,
  type RequestRefusal,
} from './frames.ts';
export { writeReply } from './reply-line.ts';
export { reportText } from './report-text.ts';
export { parseResolver, type ResolverAddress } from './resolver-address.ts';
export { protocolVersion } from './request-envelope.ts';
export { maxFrameLength, writeRequest } from './request-line.ts';
export { outsideOf, type Outside } from './outside.ts';
export {
  type DaemonSettings,
  daemonSettings,
  freshSettings,
  type LocationList,
  type NetworkRule,
  type Profile,
  type TrustedNetwork,
} from './settings.ts';
export { type ListFailure, listFailures } from './saved/name-list-commands.ts';
export {
  isListUrl,
  maxAllowedNames,
  maxListTexts,
  maxNameLists,
  maxSplitDomains,
  type NameList,
  nameList,
  type NameListKind,
  parseDomain,
  type SplitDomain,
} from './saved/name-lists.ts';
export { type LocationProxy, maxProxies } from './saved/location-proxies.ts';
export { isAutomaticLocation, maxListed, maxLists, maxProfiles, plainName } from './saved/saved-names.ts';
export {
  areRoutesUsable,
  locationsOf,
  maxRouteLocations,
  maxRoutes,
  parseSite,
  plainDestinations,
  type Route,
  subjectOf,
} from './saved/routes.ts';
export {
  type BlockReason,
  blockReasons,
  type GatewayLocation,
  type Snapshot,
  snapshot,
  type TunnelState,
} from './snapshot.ts';
export { sessionsPerPage } from './statistics-commands.ts';
export { coversTooMuch } from './split-networks.ts';
export { type UpdateRefusal, updateRefusals } from './update-commands.ts';
export { type Transport } from './transports.ts';
