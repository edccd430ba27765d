export { openOpenvpn, openvpnLinks, openvpnUsers } from './open-openvpn.ts';
export { type DisguisesFile, disguisesFile } from './secrets.store.ts';
export { noOpenvpn, type OpenvpnSite } from './site.ts';
