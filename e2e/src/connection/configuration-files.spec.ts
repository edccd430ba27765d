import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { lan } from '@comet/lab';
import { findWireguardGo } from '@comet/stack';
import { expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { signInContext } from '../support/browser.ts';
import { chooseLocations } from '../support/choose-locations.ts';
import { waitForLostConnectivity, egressAddress } from '../support/client-host.ts';
import { type Customer, newCustomerWithPlan } from '../support/customer.ts';
import { withOpenresolv } from './openresolv.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';

const lab = runningLab();
const stack = runningStack();
const gateway = lab.hosts['gw-nl'];
const address = `${stack.dashboard}/dash/download/`;

let customer: Customer;
let withResolvconf: Awaited<ReturnType<typeof withOpenresolv>>;
let folder = '';

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-downloads-'));
  // Signs the daemon out, so that it does not affect the stock programs.
  withResolvconf = await withOpenresolv(lab.hosts.client.namespace);
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
  customer = await newCustomerWithPlan(stack);
  await expect
    .poll(async () => {
      const { locations } = await customer.client.call(api.listLocations, {});
      return locations.find(({ code }) => code === 'nl-ams')?.variants.length;
    })
    .toBe(5);
});

test.afterAll(() => rm(folder, { recursive: true }));

/** Returns the response of the resolver in the files. */
async function queryGatewayResolver(name: string): Promise<string> {
  const queries = await lab.exec('client', [
    'dig',
    '+short',
    '+tries=1',
    '+time=2',
    '@100.64.0.1',
    name,
    'A',
  ]);
  return queries.stdout.trim();
}

/** The LAN's resolvers, which a machine without a tunnel uses. */
const lanResolvers: readonly string[] = [lan.router.ipv4, lan.router.ipv6];

/** Resolves a name by getaddrinfo, like ordinary programs; returns its address and the queried resolvers. */
async function resolveAsProgram(name: string): Promise<{ found: string; resolvers: readonly string[] }> {
  const before = (await lab.dnsQueries()).length;
  const { stdout } = await lab.exec('client', ['getent', 'ahostsv4', name]);
  const queries = (await lab.dnsQueries()).slice(before).filter((query) => query.name === name);
  return { found: stdout.split(/\s/)[0] ?? '', resolvers: [...new Set(queries.map(({ server }) => server))] };
}

/** Expects five lookups to bypass the LAN's resolvers. */
async function expectTunnelResolution(): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    const { found, resolvers } = await resolveAsProgram('other.comet.test');
    expect(found).toBe('203.0.113.81');
    for (const own of lanResolvers) expect(resolvers).not.toContain(own);
  }
}

/** Returns true if a local process listens on the port of an OpenVPN file's `remote`. */
async function isListening(file: string): Promise<boolean> {
  const port = /^remote 127\.0\.0\.1 (\d+)/m.exec(await readFile(join(folder, file), 'utf8'))?.[1];
  return (await lab.exec('client', ['ss', '-Hltn', `sport = :${port}`])).stdout !== '';
}

/** Runs `press` and stores the download on the machine: a file, or the contents of a ZIP. */
async function download(page: Page, press: () => Promise<void>): Promise<void> {
  const [saved] = await Promise.all([page.waitForEvent('download'), press()]);
  const bytes = await readFile(await saved.path());
  const name = saved.suggestedFilename();
  const files = name.endsWith('.zip') ? unzipSync(bytes) : { [name]: bytes };
  for (const [file, content] of Object.entries(files))
    await writeFile(join(folder, file), content, { mode: 0o600 });
}

test('a WireGuard file works with stock wg-quick, and stops within five seconds of its revocation', async ({
  context,
  page,
}) => {
  await signInContext(context, customer);
  await page.goto(address);
  await page.getByLabel('Device name').fill('Router');
  await chooseLocations(page, ['Amsterdam']);
  await page.getByRole('button', { name: 'Create config' }).click();
  await download(page, () => page.getByRole('button', { name: 'Save config', exact: true }).click());

  const programs = join(folder, 'bin');
  await mkdir(programs);
  // wg-quick uses wireguard-go if the kernel has no WireGuard.
  const wireguardGo = await findWireguardGo(console.log);
  if (wireguardGo !== null) await symlink(wireguardGo, join(programs, 'wireguard-go'));
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  const quick = (verb: 'up' | 'down') =>
    lab.exec('client', withResolvconf(['wg-quick', verb, join(folder, 'comet-nl-ams.conf')]), {
      env,
      timeoutMs: 20_000,
    });
  const started = await quick('up');
  expect(started, started.stderr).toMatchObject({ code: 0 });
  try {
    await expect.poll(() => egressAddress(lab)).toBe(gateway.ipv4);
    expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(gateway.ipv6);
    expect(await queryGatewayResolver('other.comet.test')).toBe('203.0.113.81');
    await expectTunnelResolution();
    await page.getByRole('button', { name: 'Revoke Router' }).click();
    await page.getByRole('button', { name: 'Revoke config' }).click();
    await expect(page.getByText('Router was revoked.')).toBeVisible();
    await waitForLostConnectivity(lab);
  } finally {
    await quick('down');
  }
});

/** Commands of the obfuscation programs with the saved files. */
const obfuscationPrograms: Readonly<Record<string, readonly string[]>> = {
  TCP: [],
  TLS: ['stunnel', 'comet-nl-ams-tls.stunnel.conf'],
  Shadowsocks: ['ss-tunnel', '-c', 'comet-nl-ams-shadowsocks.shadowsocks.json'],
  obfs4: [],
};

for (const [name, program] of Object.entries(obfuscationPrograms)) {
  const until = name === 'TCP' ? ', until the credentials are replaced' : '';
  test(`an OpenVPN file for ${name} works with stock programs${until}`, async ({ context, page }) => {
    await signInContext(context, customer);
    await page.goto(`${address}?protocol=openvpn`);
    await page.getByRole('radio', { name }).check();
    await chooseLocations(page, ['Amsterdam']);
    await download(page, () => page.getByRole('button', { name: 'Save config' }).click());
    const { username, password } = (await customer.client.call(api.showOpenvpnCredentials, {})).credentials;
    const credentials = join(folder, 'credentials');
    await writeFile(credentials, `${username}\n${password}\n`, { mode: 0o600 });

    const file = `comet-nl-ams-${name.toLowerCase()}`;
    const client = name === 'obfs4' ? ['sh', `${file}.sh`] : ['openvpn', '--config', `${file}.ovpn`];
    const running: ChildProcess[] = [];
    const ended: Promise<unknown>[] = [];
    const run = (command: readonly string[]) => {
      const child = lab.spawn('client', withResolvconf(command), {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      running.push(child);
      ended.push(new Promise((resolve) => child.once('close', resolve)));
    };
    try {
      if (program.length > 0) {
        run(program);
        // Without the obfuscation program, OpenVPN retries only after seconds.
        await expect.poll(() => isListening(`${file}.ovpn`)).toBe(true);
      }
      // A user types the credentials; the command adds nothing else to the file.
      run([...client, '--auth-user-pass', credentials, '--auth-nocache']);
      await expect.poll(() => egressAddress(lab), { timeout: 40_000 }).toBe(gateway.ipv4);
      expect(await queryGatewayResolver('other.comet.test')).toBe('203.0.113.81');
      await expectTunnelResolution();
      if (name !== 'TCP') return;
      await customer.client.call(api.rotateOpenvpnCredentials, { body: { username } });
      // Short, since the timeout is awaited.
      await expect
        .poll(() => egressAddress(lab, lab.echoUrl.ipv4, 1), { timeout: 5000 })
        .not.toBe(gateway.ipv4);
      expect(await egressAddress(lab)).not.toBe(gateway.ipv4);
    } finally {
      for (const child of running.toReversed()) child.kill();
      await Promise.all(ended);
      await expect.poll(() => egressAddress(lab)).toBe(lab.hosts.router.ipv4);
    }
    // The resolver from before OpenVPN is restored.
    expect(await resolveAsProgram('other.comet.test')).toEqual({
      found: '203.0.113.81',
      resolvers: [lan.router.ipv4],
    });
  });
}
