export { openOpenvpn, openvpnLinks, openvpnUsers } from './open-openvpn.ts';
export { type ObfuscationSecretsFile, obfuscationSecretsFile } from './secrets.store.ts';
export { noOpenvpn, type OpenvpnController } from './openvpn-controller.ts';
