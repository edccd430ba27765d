export { openOpenvpn, openvpnLinks, openvpnUsers } from './open-openvpn.ts';
export { obfs4Environment, shadowsocksConfig } from './plan.ts';
export {
  newObfuscationSecrets,
  obfs4Certificate,
  type ObfuscationSecretsFile,
  obfuscationSecretsFile,
} from './secrets.store.ts';
export { noOpenvpn, type OpenvpnController } from './openvpn-controller.ts';
