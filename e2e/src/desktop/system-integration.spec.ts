import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { comet, waitForTunnelState, signIn } from '../support/client-host.ts';
import { newCustomerWithPlan } from '../support/customer.ts';
import { pidsOn } from '../leaks/processes.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';
import { type AppWindow, type Desktop, openDesktop } from './app-window.ts';

const lab = runningLab();
let desktop: Desktop;
let app: AppWindow;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const customer = await newCustomerWithPlan(runningStack());
  await signIn(lab, customer);
  desktop = await openDesktop(lab, 'system-integration');
  app = await desktop.open();
  await app.headline('Not protected');
});

/** Returns whether the window is visible. */
const isVisible = () =>
  desktop.xdotool().then(
    () => true,
    () => false,
  );

/** Makes the sandbox serve another version of the app. */
async function serveRelease(newest: { readonly version: string; readonly fault?: string }): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(newest);
  const url = `${runningStack().sandbox}/control/releases`;
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
}

test.afterAll(async () => {
  await desktop?.close();
  await comet(lab, 'disconnect');
});

test('while the window is closed, system notifications show the state of the tunnel and a used data budget', async () => {
  await desktop.pressClose();
  await expect.poll(isVisible).toBe(false);
  await comet(lab, 'connect', 'nl-ams');
  await expect.poll(() => desktop.notifications()).toContain('You’re browsing from Amsterdam, Netherlands.');
  await comet(lab, 'set', 'data-budget', '1MB');
  await lab.exec('client', ['curl', '-sS', '-o', '/dev/null', `${lab.echoUrl.ipv4}bytes/2000000`]);
  await expect.poll(() => desktop.notifications()).toContain('This month’s data budget is used up: ');
  await comet(lab, 'set', 'data-budget', 'off');
  await desktop.tray.press('Open Comet');
});

test('a link needs confirmation before it connects, and the default button declines', async () => {
  await desktop.follow('comet://connect/jp-tyo');
  await expect.poll(() => app.text()).toContain('Connect to Tokyo, Japan?');
  await expect.poll(() => app.execute('return document.activeElement.innerText')).toBe('Not now');
  expect(await comet(lab, 'status')).toContain('Amsterdam');
  await app.press('Not now');
  await desktop.follow('comet://disconnect');
  await desktop.follow('comet://locations');
  await app.headline('Choose a location');
  expect(await comet(lab, 'status')).toContain('Amsterdam');
  expect(await pidsOn(lab, 'client', /^\S*comet-desktop/)).toHaveLength(1);
  await desktop.follow('comet://connect/jp-tyo');
  await app.press('Connect');
  await expect.poll(() => comet(lab, 'status')).toContain('Connected to Tokyo');
});

test('the window blocks navigation to other origins', async () => {
  await app.execute('location.href = "http://127.0.0.1/"');
  const locationProtocol =
    'return new Promise((resolve) => setTimeout(() => resolve(location.protocol), 300))';
  expect(await app.execute(locationProtocol)).toBe('tauri:');
});

test('closing the window hides it in the tray or opens the quit dialog, as configured', async () => {
  await desktop.pressClose();
  await expect.poll(isVisible).toBe(false);
  await desktop.tray.press('Open Comet');
  await expect.poll(isVisible).toBe(true);
  await app.press('Settings');
  await app.toggle('Keep running when the window is closed');
  await desktop.pressClose();
  await expect.poll(() => app.text()).toContain('Quit Comet?');
  await app.press('Cancel');
  await waitForTunnelState(lab, 'connected');
});

test('downloads and shows a newer version, and rejects one with a wrong signature', async () => {
  await serveRelease({ version: '9.0.0', fault: 'signature' });
  await expect(comet(lab, 'update')).rejects.toThrow('isn’t signed by Comet');
  await serveRelease({ version: '9.0.0' });
  expect(await comet(lab, 'update')).toContain('Update available: 9.0.0');
  await desktop.follow('comet://locations');
  await desktop.follow('comet://settings');
  await expect.poll(() => app.text()).toContain('Update available: 9.0.0');
});

test('the setting adds and removes the autostart entry', async () => {
  const entry = join(desktop.home, '.config/autostart/Comet.desktop');
  await app.toggle('Open at startup');
  await expect
    .poll(() => readFile(entry, 'utf8').catch(() => ''))
    .toMatch(/^Exec=\S+comet-desktop --hidden$/m);
  await app.toggle('Open at startup');
  await expect.poll(() => existsSync(entry)).toBe(false);
});

test('exports and imports settings as a file, and copies the referral link', async () => {
  const file = join(desktop.home, 'Downloads/comet-settings.json');
  await app.press('Open: Export and import settings');
  await app.press('Export settings');
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('"lockdown"');
  await app.fill('File', file);
  await app.press('Apply settings');
  await expect.poll(() => app.text()).toContain('Settings from comet-settings.json applied.');
  await desktop.follow('comet://referral');
  await app.press('Copy link');
  await expect.poll(() => app.text()).toContain('Link copied');
});

test('the window restores its position and size', async () => {
  await desktop.xdotool('windowmove', '200', '120', 'windowsize', '520', '700');
  const geometry = /Position: 200,120 [^]*Geometry: 520x700/;
  await expect.poll(() => desktop.xdotool('getwindowgeometry')).toMatch(geometry);
  await desktop.tray.press('Quit');
  await app.press('Quit and stay protected');
  await expect.poll(() => desktop.runs()).toBe(false);
  app = await desktop.open();
  await app.headline('Connected');
  await expect.poll(() => desktop.xdotool('getwindowgeometry')).toMatch(geometry);
});
