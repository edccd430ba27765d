import { expect } from '@playwright/test';
import { comet } from '../support/client-host.ts';
import { connect, lab, must, type Place, places, type Way, ways } from './client-host.ts';
import { daemon, pidsOn, signal } from './processes.ts';
import { leaksDuring } from './capture.ts';

/**
 * Returns the packets that leave a connected client while `during` runs without our firewall and routing rule. The daemon, which would
 * restore them, is stopped. A control: it shows that nothing else in the lab blocks the traffic.
 */
export async function leaksWithoutRules(
  during: () => Promise<void>,
  way: Way = ways.wireguard,
  place: Place = places.netherlands,
): Promise<readonly string[]> {
  await connect(way, place);
  try {
    return await withoutFirewall(async () => {
      await deleteRoutingRules();
      return leaksDuring(lab, during);
    });
  } finally {
    await comet(lab, 'disconnect');
  }
}

/** Runs `work` without our firewall while the daemon, which would restore it, is stopped. */
export async function withoutFirewall<T>(work: () => Promise<T>): Promise<T> {
  const frozen = await pidsOn(lab, 'client', daemon);
  signal(frozen, 'SIGSTOP');
  try {
    await must('client', ['nft', 'delete table inet comet']);
    return await work();
  } finally {
    signal(frozen, 'SIGCONT');
  }
}

/** Deletes the routing rules that put our table before the main one. */
export async function deleteRoutingRules(): Promise<void> {
  for (const family of ['-4', '-6']) {
    const rules = await must('client', ['ip', family, 'rule']);
    const priority = /^(\d+):.*not.*fwmark/m.exec(rules)?.[1];
    expect(priority).toBeDefined();
    await must('client', ['ip', family, 'rule', 'delete', 'priority', priority ?? '']);
  }
}
