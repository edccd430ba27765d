import { expect } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import type { TestNetwork } from './fleet/test-network.ts';

/** Connects to the network's gateway, and checks that traffic uses it. */
export async function connectByGateway(network: TestNetwork): Promise<void> {
  const { code, stderr } = await network.comet('connect', 'nl-ams');
  if (code !== 0) throw new Error(`${stderr}${network.daemonLog}`);
  expect(await network.seenAs()).toBe(addresses.lease4);
}

/** Polls the source address at the internet host during a task; null without a response. */
export async function seenWhile(
  network: TestNetwork,
  until: () => Promise<boolean>,
): Promise<Set<string | null>> {
  const seen = new Set<string | null>();
  const end = Date.now() + 40_000;
  do seen.add(await network.seenAs());
  while (Date.now() < end && !(await until()));
  return seen;
}
