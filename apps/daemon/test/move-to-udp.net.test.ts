import { beforeAll, expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

const network = bareTestNetwork();

beforeAll(async () => {
  await network.set({ transports: true });
  await network.startDaemon();
  await network.logIn();
});

/** The connected tunnel; throws without one. */
async function tunnel() {
  const { tunnel: current } = await network.snapshot();
  if (current.state !== 'connected') throw new Error(`${current.state}: ${network.daemonLog}`);
  return current;
}

/** Sends echo requests through the tunnel for five seconds, and returns how many had no reply. */
async function lostPackets(): Promise<number> {
  const { stdout } = await network.inClient('ping', '-q', '-i', '0.1', '-c', '50', addresses.echo4);
  const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(stdout) ?? [];
  return Number(sent) - Number(received);
}

test('a tunnel over TCP moves to UDP once the network permits it, and no packet is lost', async () => {
  await network.comet('disconnect');
  await network.set({ blocked: ['all udp'] });
  expect((await network.comet('connect', 'nl-ams')).code, network.daemonLog).toBe(0);
  const { since, link } = await tunnel();
  expect(link).toMatchObject({ over: 'tcp' });
  await network.set({ blocked: [] });
  // WireGuard's next handshake follows two minutes after the last one (https://www.wireguard.com/protocol/).
  const end = Date.now() + 200_000;
  let lost = 0;
  do lost += await lostPackets();
  while (Date.now() < end && 'over' in (await tunnel()).link);
  // The transport still delivers what was on the way; then its program ends.
  lost += await lostPackets();
  const moved = await tunnel();
  expect(moved, network.daemonLog).toMatchObject({ since, link: { protocol: 'wireguard' } });
  expect(moved.link, network.daemonLog).not.toHaveProperty('over');
  expect(lost).toBe(0);
  expect(await network.seenAs()).toBe(addresses.lease4);
  const { stdout } = await network.inClient(
    'sh',
    '-c',
    `ip netns pids ${network.client} | xargs ps -o args= -p`,
  );
  expect(stdout).toContain('daemon/src/main.ts');
  expect(stdout).not.toContain('comet-transport client');
});
