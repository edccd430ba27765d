import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { UserError } from '../user-error.ts';
import type { StateFolder } from './folder.ts';
import { readJson, writeJson } from './stack-file.ts';

/** Generated once for a state folder, in the format of real ones, including prefixes. */
export interface Secrets {
  readonly databasePassword: string;
  readonly paddleApiKey: string;
  readonly paddleClientToken: string;
  readonly paddleWebhookSecret: string;
  readonly coingateApiToken: string;
  readonly googleClientSecret: string;
  /** PKCS #8, PEM, like the .p8 file of Apple's developer console. */
  readonly applePrivateKey: string;
  readonly facebookAppSecret: string;
  /** Ed25519, PKCS #8, PEM: signs the releases that the sandbox serves. */
  readonly releaseSigningKey: string;
}

/**
 * Returns the folder's secrets, created on first use; secrets that an earlier version lacks are added. Throws a UserError for an invalid
 * file.
 */
export async function openSecrets(folder: StateFolder): Promise<Secrets> {
  const found = await readJson(folder.secrets);
  if (found !== null && !isPartOfSecrets(found)) {
    throw new UserError(
      `${folder.secrets} is broken: put it back, or remove ${folder.root} to start afresh without its data.`,
    );
  }
  const secrets = { ...makeSecrets(), ...found };
  if (found === null || Object.keys(found).length < Object.keys(secrets).length)
    await writeJson(folder.secrets, secrets);
  return secrets;
}

function makeSecrets(): Secrets {
  const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
  const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const releaseKey = generateKeyPairSync('ed25519').privateKey;
  return {
    databasePassword: hex(16),
    paddleApiKey: `pdl_sdbx_apikey_${hex(20)}`,
    paddleClientToken: `test_${hex(14)}`,
    paddleWebhookSecret: `pdl_ntfset_${hex(24)}`,
    coingateApiToken: hex(20),
    googleClientSecret: `GOCSPX-${hex(14)}`,
    applePrivateKey: appleKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    facebookAppSecret: hex(16),
    releaseSigningKey: releaseKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Only the database password is required: the data folder was created with it. */
function isPartOfSecrets(value: unknown): value is Partial<Secrets> {
  if (typeof value !== 'object' || value === null || !('databasePassword' in value)) return false;
  return Object.values(value).every((secret) => typeof secret === 'string' && secret !== '');
}
