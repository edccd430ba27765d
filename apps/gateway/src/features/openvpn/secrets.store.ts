import { randomBytes } from 'node:crypto';
import { generateWireguardKeyPair, publicKeyOf } from '@comet/linux-network';
import * as z from 'zod/mini';

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));

/**
 * The secrets of OpenVPN's obfuscation. They are saved, because clients have them in their configurations. All customers of this gateway
 * share them: they protect only against traffic inspection.
 */
export const obfuscationSecretsFile = z.object({
  version: z.literal(1),
  shadowsocksPassword: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
  obfs4: z.object({
    nodeId: hex(20),
    /** X25519. */
    privateKey: hex(32),
    drbgSeed: hex(24),
  }),
});

export type ObfuscationSecretsFile = z.output<typeof obfuscationSecretsFile>;

/** Returns new random secrets of the obfuscated transports. */
export function newObfuscationSecrets(): ObfuscationSecretsFile {
  const { privateKey } = generateWireguardKeyPair();
  return {
    version: 1,
    shadowsocksPassword: randomBytes(32).toString('base64url'),
    obfs4: {
      nodeId: randomBytes(20).toString('hex'),
      privateKey: Buffer.from(privateKey, 'base64').toString('hex'),
      drbgSeed: randomBytes(24).toString('hex'),
    },
  };
}

/** The parameters of an obfs4 server for clients (obfs4-spec, 3): node id and public key, as base64 without padding. */
export function obfs4Certificate({ nodeId, privateKey }: ObfuscationSecretsFile['obfs4']): string {
  const publicKey = Buffer.from(publicKeyOf(Buffer.from(privateKey, 'hex').toString('base64')), 'base64');
  return Buffer.concat([Buffer.from(nodeId, 'hex'), publicKey])
    .toString('base64')
    .replaceAll('=', '');
}
