import { randomBytes } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import type { StateFolder } from './folder.ts';
import { readJson, writeJson } from './json-file.ts';

/** Made once for a state folder. They have the shapes of the real ones, prefixes included. */
export interface Secrets {
  readonly databasePassword: string;
  readonly paddleApiKey: string;
  readonly paddleClientToken: string;
  readonly paddleWebhookSecret: string;
}

/** The folder's secrets, made on first use. Throws one sentence when the file is there but broken. */
export async function openSecrets(folder: StateFolder): Promise<Secrets> {
  const found = await readJson(folder.secrets);
  if (found !== null) {
    if (isSecrets(found)) return found;
    throw new Refusal(
      `${folder.secrets} is broken: put it back, or remove ${folder.root} to start afresh without its data.`,
    );
  }
  const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
  const made: Secrets = {
    databasePassword: hex(16),
    paddleApiKey: `pdl_sdbx_apikey_${hex(20)}`,
    paddleClientToken: `test_${hex(14)}`,
    paddleWebhookSecret: `pdl_ntfset_${hex(24)}`,
  };
  await writeJson(folder.secrets, made);
  return made;
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  return ['databasePassword', 'paddleApiKey', 'paddleClientToken', 'paddleWebhookSecret'].every(
    (key) => typeof record[key] === 'string' && record[key] !== '',
  );
}
