import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Field } from './test-network.ts';

/** The file in which the field's daemon keeps its state. */
export const stateFileOf = (field: Field): string => join(field.stateDir, 'state.json');

export const readStateFile = (field: Field): Promise<string> => readFile(stateFileOf(field), 'utf8');

/** The content of the state file. */
export interface KeptState {
  readonly intent: unknown;
  readonly key: { readonly publicKey: string };
}

export async function keptState(field: Field): Promise<KeptState> {
  return JSON.parse(await readStateFile(field)) as KeptState;
}

/** Changes the goal in the state file for the next daemon. */
export async function keepIntent(field: Field, intent: unknown): Promise<void> {
  await writeFile(stateFileOf(field), JSON.stringify({ ...(await keptState(field)), intent }));
}
