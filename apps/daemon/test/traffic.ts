import { expect } from 'vitest';
import { field as addresses } from './fleet/addresses.ts';
import type { Field } from './fleet/test-network.ts';

/** Connects to the gateway of the field, and sees that traffic goes by it. */
export async function connectByGateway(field: Field): Promise<void> {
  const { code, stderr } = await field.comet('connect', 'nl-ams');
  if (code !== 0) throw new Error(`${stderr}${field.daemonLog}`);
  expect(await field.seenAs()).toBe(addresses.lease4);
}

/** What the internet host sees while something goes on, asked again and again; null where nothing gets through. */
export async function seenWhile(field: Field, until: () => Promise<boolean>): Promise<Set<string | null>> {
  const seen = new Set<string | null>();
  const end = Date.now() + 40_000;
  do seen.add(await field.seenAs());
  while (Date.now() < end && !(await until()));
  return seen;
}
