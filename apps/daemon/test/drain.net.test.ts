import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { end } from './end.ts';
import { addresses, secondPlace } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';
import { connectByGateway, seenWhile } from './traffic.ts';

const network = signedInTestNetwork();

/** All packets on the client's uplink that name the internet host outside a tunnel, as lines of tcpdump(8). */
async function captureOutside(): Promise<{ stop(): Promise<readonly string[]> }> {
  const filter = `host ${addresses.echo4} or host ${addresses.echo6}`;
  const argv = [
    'netns',
    'exec',
    network.client,
    'tcpdump',
    '-i',
    'eth0',
    '-n',
    '-l',
    '--immediate-mode',
    filter,
  ];
  const capture: ChildProcess = spawn('ip', argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  capture.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  if (capture.stderr !== null) await once(capture.stderr, 'data');
  return {
    async stop() {
      await end(capture, 'SIGTERM');
      return text.split('\n').filter((row) => row !== '');
    },
  };
}

/** The addresses of tunnels, as the internet host sees them. */
const leases = [addresses.lease4, secondPlace.lease4];

test('at the deadline of a draining gateway the tunnel is made at another one first, and no packet leaves outside', async () => {
  // Control: the capture sees a packet outside a tunnel.
  const control = await captureOutside();
  expect(await network.seenAs()).toBe(addresses.client);
  expect((await control.stop()).length).toBeGreaterThan(0);

  await connectByGateway(network);
  const capture = await captureOutside();
  // The clients move within five minutes after the deadline: it has passed for this one.
  await network.set({ draining: Math.floor(Date.now() / 1000) - 600 });
  expect((await network.comet('locations')).code).toBe(0);
  const isMoved = async () => (await network.seenAs()) === secondPlace.lease4;
  const seen = await seenWhile(network, isMoved);
  expect(await network.seenAs(), network.daemonLog).toBe(secondPlace.lease4);
  expect(await network.seenAs(addresses.echo6)).toBe(secondPlace.lease6);
  expect([...seen].filter((address) => address !== null && !leases.includes(address))).toEqual([]);
  expect(await capture.stop()).toEqual([]);
  expect(network.daemonLog).toContain('"hasResponded":true');
  const { tunnel } = await network.snapshot();
  expect(tunnel).toMatchObject({ state: 'connected' });
  const { stdout } = await network.inClient('wg', 'show', network.link, 'endpoints');
  expect(
    stdout
      .trim()
      .split('\n')
      .map((row) => row.split('\t')[1]),
  ).toEqual([`${secondPlace.address}:${secondPlace.wireguardPort}`]);
  await network.comet('disconnect');
  await network.set({ draining: null });
});
