import type { Lab } from '@comet/lab';

const table = `table inet cut {
  chain in { type filter hook input priority -300; policy accept; iifname "eth0" drop; }
  chain out { type filter hook output priority -300; policy accept; oifname "eth0" drop; }
}`;

/** Drops all packets of the exit in New York, without an error. */
export async function cutUplink(lab: Lab): Promise<void> {
  await lab.exec('exit-us', ['nft', '-f', '-'], { input: table });
}

/** Restores the uplink. Idempotent. */
export async function restoreUplink(lab: Lab): Promise<void> {
  await lab.exec('exit-us', ['nft', 'delete', 'table', 'inet', 'cut']);
}
