export { chosenTransport, dnsText, profileText, serverName, splitTunnelText } from './setting-text.ts';
