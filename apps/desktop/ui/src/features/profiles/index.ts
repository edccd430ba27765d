export {
  chosenTransport,
  dnsText,
  type KnownLocation,
  nextLocation,
  profileText,
  serverName,
  splitTunnelText,
} from './setting-text.ts';
