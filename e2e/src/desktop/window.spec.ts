import { expect, test } from '@playwright/test';
import { comet, waitForTunnelState, egressAddress, signIn } from '../support/client-host.ts';
import { newCustomerWithPlan } from '../support/customer.ts';
import { whileIsolated } from '../leaks/disturbances.ts';
import { gateways } from '../leaks/client-host.ts';
import { daemon, pidsOn, signal } from '../leaks/processes.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';
import { type AppWindow, type Desktop, openDesktop } from './app-window.ts';

const lab = runningLab();
const { netherlands, japan } = gateways;
let desktop: Desktop;
let app: AppWindow;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const customer = await newCustomerWithPlan(runningStack());
  await signIn(lab, customer);
  await comet(lab, 'set', 'protocol', 'wireguard');
  desktop = await openDesktop(lab, 'window');
  app = await desktop.open();
});

test.afterEach(async ({ browserName: _ }, info) => {
  if (info.status === 'passed') return;
  const body = await app?.picture().catch(() => undefined);
  if (body !== undefined) await info.attach('window', { body, contentType: 'image/png' });
});

test.afterAll(async () => {
  await desktop?.close();
  await comet(lab, 'disconnect');
});

test('the window shows that the daemon is down, and recovers without a restart', async () => {
  await app.headline('Not protected');
  await app.recordHeadlines();
  signal(await pidsOn(lab, 'client', daemon), 'SIGKILL');
  const headlineLog = async () => (await app.headlineLog()).map(({ headline }) => headline);
  await expect.poll(headlineLog).toContain('Comet’s background service isn’t running');
  await app.headline('Not protected');
});

test('a screen reader gets every control with its name, focusable, and the focus on Connect', async () => {
  // The accessibility tree follows the screen with a delay.
  await expect(async () => {
    // The app may have found a newer version by then.
    const home = (await desktop.reader.controls()).filter(({ name }) => name !== 'Update');
    expect(home.map(({ name }) => name).toSorted()).toEqual(['Change', 'Connect', 'Settings']);
    expect(home.filter(({ focused }) => focused).map(({ name }) => name)).toEqual(['Connect']);
  }).toPass({ timeout: 20_000 });
  await app.press('Settings');
  await app.headline('Settings');
  await expect(async () => {
    const settings = await desktop.reader.controls();
    expect(settings.length).toBeGreaterThan(10);
    expect(settings.filter(({ name, focusable }) => name === '' || !focusable)).toEqual([]);
  }).toPass({ timeout: 20_000 });
  await app.press('Back');
});

test('Ctrl and plus magnify the window to 200 % without cutting content off', async () => {
  const { width } = await app.measureWidth();
  for (let step = 0; step < 5; step += 1) await app.pressWithCtrl('+');
  await expect.poll(async () => Math.round((await app.measureWidth()).width)).toBe(width / 2);
  // One device pixel is half a CSS pixel at 200 %, so rounding may add one pixel.
  expect((await app.measureWidth()).overflow).toBeLessThanOrEqual(1);
  await app.pressWithCtrl('0');
  await expect.poll(async () => (await app.measureWidth()).width).toBe(width);
});

test('connects to a chosen location, and traffic leaves there', async () => {
  expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
  await app.press('Change');
  await app.press('Amsterdam, Netherlands');
  await app.press('Connect');
  await app.headline('Connected');
  expect(await app.text()).toContain('Amsterdam, Netherlands');
  expect(await egressAddress(lab)).toBe(netherlands.ipv4);
});

test('blocks traffic and shows it while every gateway is unreachable, then recovers', async () => {
  await whileIsolated(netherlands, () =>
    whileIsolated(japan, async () => {
      await app.headline('Blocked', 60_000);
      expect(await app.text()).toContain('Your traffic is blocked.');
      expect(await egressAddress(lab, lab.echoUrl.ipv4, 1)).toBeNull();
    }),
  );
  await app.headline('Connected', 45_000);
  expect(await egressAddress(lab)).not.toBe(lab.hosts.router.ipv4);
});

test('Disconnect ends the tunnel, and the tray connects again', async () => {
  await app.press('Disconnect');
  await app.headline('Not protected');
  expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
  await desktop.tray.press('Connect');
  await app.headline('Connected');
  await expect.poll(() => desktop.tray.items()).toContain('Connected to Amsterdam');
});

test('quitting the app keeps or ends the tunnel, as chosen', async () => {
  await desktop.tray.press('Quit');
  await app.press('Quit and stay protected');
  await expect.poll(() => desktop.runs()).toBe(false);
  expect(await egressAddress(lab)).toBe(netherlands.ipv4);

  app = await desktop.open();
  await app.headline('Connected');
  await desktop.tray.press('Quit');
  await app.press('Disconnect and quit');
  await expect.poll(() => desktop.runs()).toBe(false);
  await waitForTunnelState(lab, 'disconnected');
  expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
});
