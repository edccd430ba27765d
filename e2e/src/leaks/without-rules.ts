import { expect } from '@playwright/test';
import { comet } from '../support/client-host.ts';
import { connect, lab, must, type Place, places, type Way, ways } from './client-host.ts';
import { daemon, pidsOn, signal } from './processes.ts';
import { leaksDuring } from './capture.ts';

/**
 * What leaves a connected machine during a disturbance when our firewall and our routing rule are taken away, and the daemon, which
 * would put them back, is frozen: as good as dead. It shows that nothing else in the lab holds the traffic back.
 */
export async function leaksWithoutRules(
  during: () => Promise<void>,
  way: Way = ways.wireguard,
  place: Place = places.netherlands,
): Promise<readonly string[]> {
  await connect(way, place);
  try {
    return await unguarded(async () => {
      await useMainTable();
      return leaksDuring(lab, during);
    });
  } finally {
    await comet(lab, 'disconnect');
  }
}

/** Runs `work` without our firewall, and without the daemon that would put it back. */
export async function unguarded<T>(work: () => Promise<T>): Promise<T> {
  const frozen = await pidsOn(lab, 'client', daemon);
  signal(frozen, 'SIGSTOP');
  try {
    await must('client', ['nft', 'delete table inet comet']);
    return await work();
  } finally {
    signal(frozen, 'SIGCONT');
  }
}

/** Takes away the rule that puts our table before the main one. */
export async function useMainTable(): Promise<void> {
  for (const family of ['-4', '-6']) {
    const rules = await must('client', ['ip', family, 'rule']);
    const priority = /^(\d+):.*not.*fwmark/m.exec(rules)?.[1];
    expect(priority).toBeDefined();
    await must('client', ['ip', family, 'rule', 'delete', 'priority', priority ?? '']);
  }
}
