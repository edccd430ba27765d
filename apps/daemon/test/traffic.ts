import { expect } from 'vitest';
import { field as addresses } from './fleet/addresses.ts';
import type { Field } from './fleet/test-network.ts';

/** Connects to the network's gateway, and checks that traffic uses it. */
export async function connectByGateway(field: Field): Promise<void> {
  const { code, stderr } = await field.comet('connect', 'nl-ams');
  if (code !== 0) throw new Error(`${stderr}${field.daemonLog}`);
  expect(await field.seenAs()).toBe(addresses.lease4);
}

/** Polls the source address at the internet host during a task; null without a response. */
export async function seenWhile(field: Field, until: () => Promise<boolean>): Promise<Set<string | null>> {
  const seen = new Set<string | null>();
  const end = Date.now() + 40_000;
  do seen.add(await field.seenAs());
  while (Date.now() < end && !(await until()));
  return seen;
}
