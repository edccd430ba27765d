import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestNetwork } from './test-network.ts';

/** The file in which the network's daemon stores its state. */
export const stateFileOf = (network: TestNetwork): string => join(network.stateDir, 'state.json');

export const readStateFile = (network: TestNetwork): Promise<string> =>
  readFile(stateFileOf(network), 'utf8');

/** The content of the state file. */
interface KeptState {
  readonly intent: unknown;
  readonly key: { readonly publicKey: string };
}

export async function keptState(network: TestNetwork): Promise<KeptState> {
  return JSON.parse(await readStateFile(network)) as KeptState;
}

/** Changes the goal in the state file for the next daemon. */
export async function keepIntent(network: TestNetwork, intent: unknown): Promise<void> {
  await writeFile(stateFileOf(network), JSON.stringify({ ...(await keptState(network)), intent }));
}
