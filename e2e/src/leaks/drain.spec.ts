import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startSession } from '../residential/start-session.ts';
import { comet, egressAddress } from '../support/client-host.ts';
import { newCustomerWithPlan } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { cometOps } from '../support/operator-cli.ts';
import { runningStack, stateFolder } from '../support/running-stack.ts';
import { leaksDuring, watchFor } from './capture.ts';
import { captureOutside } from './outside.ts';
import {
  connect,
  expectEgress,
  type Gateway,
  gateways,
  lab,
  signInAndStartTraffic,
  transports,
} from './client-host.ts';
import { numberedStreamDuring } from './lost-datagrams.ts';

const { netherlands, japan } = gateways;
/** Milliseconds of two looks of the daemon at its list: a tunnel that stays that long has not been moved. */
const twoChecks = 11_000;
let close: () => Promise<void>;

test.describe.configure({ mode: 'serial', timeout: 150_000 });

/** Output of `gateways list`: each start of an operator's command takes more than a second of CPU time. */
let listed: string;

test.beforeAll(async () => {
  listed = await cometOps('gateways', 'list');
  // Two gateways of one location.
  await runSql(`update gateways set location_code = $1 where location_code = $2`, [
    netherlands.location,
    japan.location,
  ]);
  close = await signInAndStartTraffic();
});

test.afterAll(async () => {
  await runSql(`update gateways set location_code = $1 where ipv4 = $2`, [japan.location, japan.ipv4]);
  // A test that was ended by its time limit leaves its gateway draining, for all later files.
  await runSql('update gateways set draining_since = null, drain_deadline = null');
  await readList();
  await close();
});

/** The ID of the gateway with an address, from `gateways list`. */
function idOf({ ipv4 }: { readonly ipv4: string }): string {
  const row = listed.split('\n').find((line) => line.includes(` ${ipv4} `));
  return row?.split(' ')[0] ?? '';
}

/** Sets the deadline of a drain so far back that every client moves: they spread over five minutes. The command accepts no such deadline. */
async function reachDeadline(id: string): Promise<void> {
  await runSql(`update gateways set drain_deadline = now() - interval '5 minutes' where id = $1`, [id]);
  await readList();
}

/** Makes the daemon read the list of gateways, which it does every five minutes otherwise. The API reads its own once a second. */
async function readList(): Promise<void> {
  await sleep(1_100);
  await comet(lab, 'locations');
}

/** Starts a session of another customer at the location, on another host of the lab, and returns its egress address. */
async function egressOfNewSession(): Promise<string> {
  const customer = await newCustomerWithPlan(runningStack());
  const { location } = netherlands;
  const session = await startSession(lab, stateFolder(), customer, { location }, 'exit-de');
  try {
    const seen = await lab.exec('exit-de', ['curl', '-sS', '--max-time', '3', lab.echoUrl.ipv4]);
    return seen.stdout.trim();
  } finally {
    await session.end();
  }
}

/**
 * Connects, drains the gateway with a deadline, and reaches it. Nothing may leave outside the tunnel, and the numbered stream may come from
 * the two gateways only; what it lost is an annotation of the test. `before` runs while the gateway drains.
 */
async function drainWhileConnected(
  transport: (typeof transports)['wireguard' | 'udp'],
  before: (first: Gateway, other: Gateway) => Promise<void>,
) {
  await connect(transport, netherlands);
  const first = (await egressAddress(lab)) === netherlands.ipv4 ? netherlands : japan;
  const other = first === japan ? netherlands : japan;
  const id = idOf(first);
  try {
    const outside = await captureOutside(lab);
    const stream = await numberedStreamDuring(lab, async () => {
      expect(await cometOps('gateways', 'drain', id, '--within', '10m')).toContain('gets no new connections');
      await readList();
      await before(first, other);
      await reachDeadline(id);
      await expectEgress(other);
    });
    expect(await outside.stop()).toEqual([]);
    expect(stream.sources).toEqual([first.ipv4, other.ipv4]);
    const description = `${stream.lost} of ${stream.sent}`;
    test.info().annotations.push({ type: 'datagrams lost during a drain', description });
    return stream;
  } finally {
    await cometOps('gateways', 'undrain', id);
    await readList();
  }
}

test('the capture contains the traffic of an unprotected client', async () => {
  const control = await leaksDuring(lab, watchFor(500), 'off');
  expect(control.filter((packet) => packet.includes('203.0.113.80.4444')).length).toBeGreaterThan(0);
});

test('at the deadline of a drain a WireGuard tunnel moves without a leak; new sessions use the other gateway at once', async () => {
  const { lost } = await drainWhileConnected(transports.wireguard, async (first, other) => {
    expect(await comet(lab, 'status')).toContain('moves you to another one without interruption');
    expect(await egressOfNewSession()).toBe(other.ipv4);
    await sleep(twoChecks);
    expect(await egressAddress(lab)).toBe(first.ipv4);
  });
  // The other tunnel is up before the switch: a second of the stream would be an interruption.
  expect(lost).toBeLessThan(200);
});

test('at the deadline of a drain an OpenVPN tunnel connects again without a leak, as announced', async () => {
  await drainWhileConnected(transports.udp, async () => {
    expect(await comet(lab, 'status')).toContain('blocks your internet for these few seconds');
  });
});
