import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, Lab } from '@comet/lab';
import { test } from '@playwright/test';
import { captureFromClient, captureOutside } from './outside.ts';
import { fromTunnelAddress } from './outside-filter.ts';
import { pidsOn } from './processes.ts';

/**
 * Returns the packets that the client sends on its LAN and that are not `allowed`, while `during` runs and a moment after. Captured at the
 * router, whose end of the veth pair always stays up. Their number is an annotation of the test, by whether our rules are in place.
 */
export async function leaksDuring(
  lab: Lab,
  during: () => Promise<void>,
  rules: keyof typeof PACKETS = 'on',
): Promise<readonly string[]> {
  const packets = await packetsDuring(lab, await captureOutside(lab), during);
  test.info().annotations.push({ type: PACKETS[rules], description: String(packets.length) });
  return packets;
}

/** Types of the annotations with a number of packets: `on` with our rules, `off` without them. */
export const PACKETS = { on: 'packets outside the tunnel', off: 'packets without our rules' } as const;

/** Returns the packets that the client sends on its LAN from a tunnel's address. */
export async function tunnelSourcesDuring(lab: Lab, during: () => Promise<void>): Promise<readonly string[]> {
  return packetsDuring(lab, await captureFromClient(lab, fromTunnelAddress), during);
}

async function packetsDuring(
  lab: Lab,
  capture: Capture,
  during: () => Promise<void>,
): Promise<readonly string[]> {
  try {
    await during();
    await sleep(500);
    // An empty capture proves nothing unless the traffic sender still runs.
    await pidsOn(lab, 'client', /leaks\/traffic\.ts$/);
  } finally {
    await capture.stop();
  }
  return capture.packets();
}

/** Runs the traffic for a while. */
export const watchFor = (milliseconds: number) => async (): Promise<void> => {
  await sleep(milliseconds);
};
