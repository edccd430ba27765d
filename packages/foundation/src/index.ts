export { backoffDelay, fleetBackoffDelay } from './backoff.ts';
export { type Clock, manualClock, systemClock, unixSeconds } from './clock.ts';
export { countryNameOf } from './country-name.ts';
export { type Endpoint, formatEndpoint, isPort, parseEndpoint } from './endpoint.ts';
export { escapeXml } from './escape-xml.ts';
export {
  formatIp,
  type IpAddress,
  type IpPrefix,
  isCidr,
  isIp,
  isIpv4,
  isIpv6,
  networkOf,
  parseCidr,
  parseIp,
} from './ip.ts';
export { certificateFaultOf, errorCodeIn } from './certificate-fault.ts';
export { jsonOf } from './json-of.ts';
export { isNatsAddress, natsFault, natsTls } from './nats-address.ts';
export { lazyValue } from './lazy-value.ts';
export { loadLevel, type LoadLevel } from './load-level.ts';
export { formatMoney, type Money } from './money.ts';
export { normalizeText, normalizedWords } from './normalize-text.ts';
export { isPublicIp } from './public-ip.ts';
export { randomToken, fromBase64url, toBase64url } from './random.ts';
export { reasonOf } from './reason-of.ts';
export { err, ok, type Result } from './result.ts';
export { taskQueue } from './task-queue.ts';
export { isoMinute, utcMinute } from './utc-minute.ts';
export { isWireguardKey } from './wireguard-key.ts';
