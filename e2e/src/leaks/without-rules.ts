import { expect } from '@playwright/test';
import { comet } from '../support/client-host.ts';
import {
  connect,
  lab,
  execOrThrow,
  type Gateway,
  gateways,
  type Transport,
  transports,
} from './client-host.ts';
import { daemon, pidsOn, signal } from './processes.ts';
import { leaksDuring } from './capture.ts';

/**
 * Returns the packets that leave a connected client while `during` runs without our firewall and routing rule. The daemon, which would
 * restore them, is stopped. A control: it shows that nothing else in the lab blocks the traffic.
 */
export async function leaksWithoutRules(
  during: () => Promise<void>,
  transport: Transport = transports.wireguard,
  gateway: Gateway = gateways.netherlands,
): Promise<readonly string[]> {
  await connect(transport, gateway);
  try {
    return await withoutFirewall(async () => {
      await deleteRoutingRules();
      return leaksDuring(lab, during, 'off');
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
    await execOrThrow('client', ['nft', 'delete table inet comet']);
    return await work();
  } finally {
    signal(frozen, 'SIGCONT');
  }
}

/** Deletes the routing rules that put our table before the main one. */
export async function deleteRoutingRules(): Promise<void> {
  for (const family of ['-4', '-6']) {
    const rules = await execOrThrow('client', ['ip', family, 'rule']);
    const priority = /^(\d+):.*not.*fwmark/m.exec(rules)?.[1];
    expect(priority).toBeDefined();
    await execOrThrow('client', ['ip', family, 'rule', 'delete', 'priority', priority ?? '']);
  }
}
