import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@comet/contract';
import type { Lab } from '@comet/lab';
import { buildPackages, freePortBlock, readUserData, type RunningStack, startStack } from '@comet/stack';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startSession } from '../residential/start-session.ts';
import { egressAddress } from '../support/client-host.ts';
import { type Customer, newCustomerWithPlan } from '../support/customer.ts';
import { bootMachine, openTap, type VirtualMachine } from './virtual-machine.ts';

const execute = promisify(execFile);
const location = 'nl-ams';
/** Maximum time in ms of a boot: minutes where the processor is emulated. */
const bootTime = 900_000;
/** Time in ms of a test, which waits for one boot or two. */
const testTime = 2_000_000;

let folder = '';
let image = '';
let stack: RunningStack;
let lab: Lab;
let customer: Customer;
let token = '';
let machine: VirtualMachine;

/** The image of GATEWAY_IMAGE, which saves the minutes of a build, or a new one. */
async function findImage(): Promise<string> {
  const given = process.env['GATEWAY_IMAGE'];
  if (given !== undefined) return given;
  await buildPackages(inject('packages'));
  const program = join(import.meta.dirname, '../../../stack/src/images/gateway-image.ts');
  await execute(process.execPath, [program, '--packages', inject('packages'), '--out', folder]);
  return join(folder, (await readdir(folder)).find((name) => name.endsWith('.qcow2')) ?? '');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-gateway-image-'));
  image = await findImage();
  stack = await startStack({
    state: join(folder, 'state'),
    port: await freePortBlock(),
    lab: true,
    agents: false,
  });
  if (stack.lab === undefined) throw new Error('This machine has no lab');
  lab = stack.lab;
  await writeFile(join(stack.stateDir, 'lab/trust.json'), await stack.controlPlane.trust());
  customer = await newCustomerWithPlan(stack.addresses);
  token = await stack.controlPlane.enrolToken(location);
  await openTap(lab, 'gw-nl');
  machine = await bootMachine(lab, { image, userData: await userData(), folder: join(folder, 'first') });
}, 1_800_000);

afterAll(async () => {
  await machine?.end();
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The filled template. The lab's API has no TLS and its addresses are documentation ones, which COMET_ENV=production refuses. */
async function userData(): Promise<string> {
  const values = {
    ...{ API_URL: 'http://api.comet.test', TOKEN: token, RESOLVER: '203.0.113.53' },
    ...{ REPOSITORY: 'https://packages.example.com', SOURCES_SHA256: '0'.repeat(64) },
  };
  const { text } = await readUserData(values);
  return text.replace(/^ *COMET_ENV=production\n/m, '');
}

/** IDs of all gateways that have ever enrolled. */
async function enrolled(): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: stack.addresses.database });
  await client.connect();
  try {
    return (await client.query<{ id: string }>('select id from gateways')).rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

async function isOnline(): Promise<boolean> {
  const { locations } = await customer.client.call(api.listLocations, {});
  return locations.find(({ code }) => code === location)?.online === true;
}

/** Connects a client by WireGuard through the machine, and expects its traffic to leave there. */
async function expectService(): Promise<void> {
  await expect.poll(isOnline, { timeout: bootTime, interval: 500 }).toBe(true);
  const session = await startSession(lab, stack.stateDir, customer, { location });
  try {
    expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
  } finally {
    await session.end();
  }
}

const bootId = (): Promise<string> => machine.run('cat /proc/sys/kernel/random/boot_id');

test(
  'the first boot enrols with the one-time token and serves; the disk has grown',
  async () => {
    await expectService();
    expect(await enrolled()).toHaveLength(1);
    await expect
      .poll(() => machine.run('cloud-init status').catch(String), { timeout: bootTime, interval: 500 })
      .toContain('status: done');
    expect(Number(await machine.run('df --output=size -B1 / | tail -n 1'))).toBeGreaterThan(7e9);
  },
  testTime,
);

test(
  'a second boot serves with the identity of the first',
  async () => {
    const [[before], boot] = [await enrolled(), await bootId()];
    await machine.run('systemctl reboot').catch(() => null);
    await expect.poll(() => bootId().catch(() => boot), { timeout: bootTime, interval: 500 }).not.toBe(boot);
    await expect
      .poll(() => machine.run('systemctl is-active comet-gateway').catch(String), { timeout: bootTime })
      .toBe('active\n');
    await expectService();
    expect(await enrolled()).toEqual([before]);
  },
  testTime,
);

test(
  'a machine with a used token does not enrol, and its journal says why',
  async () => {
    await machine.end();
    machine = await bootMachine(lab, { image, userData: await userData(), folder: join(folder, 'second') });
    const journal = () => machine.run('journalctl --no-pager -u comet-gateway').catch(String);
    await expect
      .poll(journal, { timeout: bootTime, interval: 500 })
      .toContain('refused to enrol this gateway: This enrollment token is invalid, used or expired.');
    expect(await enrolled()).toHaveLength(1);
  },
  testTime,
);
