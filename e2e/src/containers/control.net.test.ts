import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dashboardHeaders, sitePageHeaders } from '@comet/foundation/web-pages';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { exposureOf, killMainProcess, unitProperty } from './installed-client.ts';
import { connectFirstCustomer, installGateway, joinExit } from './first-gateway.ts';
import {
  ca,
  type InstalledControl,
  installControl,
  keysFolder,
  origins,
  paymentOrigin,
  settingsFile,
} from './installed-control.ts';
import { missingPrerequisite } from './missing-prerequisite.ts';

const missing = await missingPrerequisite();

let control: InstalledControl;
const machineOutput = (...argv: readonly string[]): Promise<string> => control.machine.output(...argv);

// Not skipIf: nothing is skipped if all prerequisites exist; otherwise the reason is reported.
test.for(missing === null ? [] : [missing])('the control plane under systemd', (reason, { skip }) =>
  skip(reason),
);

describe.for(missing === null ? ['the control plane under systemd'] : [])('%s', () => {
  beforeAll(async () => {
    control = await installControl(inject('packages'));
  }, 900_000);
  afterAll(() => control?.close());

  test.each([
    ['comet-control.service', 1.3],
    ['comet-work.service', 1.3],
    ['comet-site.service', 1.2],
    ['comet-caddy.service', 1.2],
  ])('systemd-analyze rates the exposure of %s at most %d', async (unit, limit) => {
    expect(await exposureOf(control.machine, unit)).toBeLessThanOrEqual(limit);
  });

  test('API and jobs run as their own user', async () => {
    const user = (await machineOutput('id', '--user', 'comet-control')).trim();
    for (const unit of ['comet-control.service', 'comet-work.service']) {
      const pid = await unitProperty(control.machine, unit, 'MainPID');
      expect((await machineOutput('ps', '-o', 'uid=', '-p', pid)).trim()).toBe(user);
    }
    expect(await machineOutput('systemctl', '--failed', '--no-legend')).toBe('');
    for (const port of [9464, 9467])
      expect(await machineOutput('curl', '-sSf', `http://127.0.0.1:${port}/metrics`)).toContain('comet_');
    for (const unit of ['comet-site.timer', 'comet-caddy.path'])
      expect(await unitProperty(control.machine, unit, 'ActiveState')).toBe('active');
  });

  test('setup ends with the findings of doctor, and repeated it changes nothing', async () => {
    expect(control.setUp).toMatch(
      /\d+ ok, \d+ warn, \d+ fail\n\nThe control plane runs\. What to do next:\n1\. /,
    );
    const settings = await machineOutput('cat', settingsFile);
    const again = await control.machine.run(['comet-ops', 'setup']);
    expect(again).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Write the settings') });
    expect(await machineOutput('cat', settingsFile)).toBe(settings);
  });

  test('setup refuses a wrong answer with status 2', async () => {
    const refused = await control.machine.run(['comet-ops', 'setup', '--site-url', 'http://acme.org']);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SITE_URL: is http://acme.org'),
    });
  });

  test('only root and the services read settings and keys', async () => {
    expect(await machineOutput('stat', '--format', '%a %U %G', settingsFile)).toBe(
      '640 root comet-control\n',
    );
    expect(await machineOutput('stat', '--format', '%a %U', keysFolder)).toBe('700 comet-control\n');
  });

  test('the API answers through Caddy', async () => {
    expect((await control.get(`${origins.api}/readyz`)).status).toBe(200);
    for (const origin of [origins.api, origins.dashboard, origins.site])
      expect((await control.get(`${origin}/api/v1/plans`)).headers['content-type']).toMatch(
        /^application\/json/,
      );
    expect((await control.get(`${origins.site}/.well-known/security.txt`)).body).toContain(
      'support@acme.org',
    );
  });

  test('the dashboard has the headers of the development server', async () => {
    const index = await machineOutput('cat', '/usr/lib/comet-control/dashboard/index.html');
    const headers = dashboardHeaders(index, paymentOrigin);
    for (const path of ['/', '/login/', '/dash/settings?tab=1']) {
      const page = await control.get(`${origins.dashboard}${path}`);
      expect(page).toMatchObject({ status: 200, body: index, headers });
      expect(page.headers['cache-control']).toBe('no-cache');
    }
    const [script = ''] = /\/assets\/[^"]+\.js/.exec(index) ?? [];
    expect(await control.get(`${origins.dashboard}${script}`)).toMatchObject({
      status: 200,
      headers: { ...headers, 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(await control.get(`${origins.dashboard}/assets/gone-12345678.js`)).toMatchObject({
      status: 404,
      headers,
    });
    expect(await control.get(`${origins.dashboard}/help/refund`)).toMatchObject({
      status: 302,
      headers: { location: `${origins.site}/help/refund/` },
    });
  });

  test('the site has the operator’s company and prices, and the headers of the development server', async () => {
    const home = await control.get(`${origins.site}/`);
    expect(home).toMatchObject({ status: 200, headers: sitePageHeaders(home.body) });
    expect(home.body).toContain(`href="${origins.dashboard}/`);
    const imprint = await control.get(`${origins.site}/imprint/`);
    expect(imprint.headers).toMatchObject(sitePageHeaders(imprint.body));
    expect(imprint.body).toContain('Acme Networks GmbH');
    expect(imprint.body).not.toMatch(/sample/i);
    expect(await control.get(`${origins.site}/imprint`)).toMatchObject({ status: 308 });
    const lost = await control.get(`${origins.site}/missing/`);
    expect(lost).toMatchObject({ status: 404, headers: sitePageHeaders(lost.body) });
    expect(await control.get(`${origins.site}/robots.txt`)).toMatchObject({
      status: 200,
      headers: sitePageHeaders(''),
    });
  });

  test('the console answers on its own origin', async () => {
    const page = await control.get(`${origins.console}/ops/console.css`);
    expect(page).toMatchObject({ status: 200, headers: { 'x-frame-options': 'DENY' } });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('comet-ops runs as the service’s user and records who ran it', async () => {
    expect(await machineOutput('comet-ops', '--help')).toMatch(/^comet-ops COMMAND\n/);
    const add = await machineOutput('comet-ops', 'operators', 'add', 'ada');
    expect(add).toContain(`${origins.console}/ops/`);
    expect(await machineOutput('comet-ops', 'audit')).toContain('root');
    const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    expect(await machineOutput(...asNobody, 'comet-ops', '--help')).toMatch(/^comet-ops COMMAND\n/);
  });

  test('a site is rendered only after a change, and placeholders are refused', async () => {
    // A run of the timer meanwhile would fail for the placeholder, and the next test's start would join it.
    await machineOutput('systemctl', 'stop', 'comet-site.timer', 'comet-site.service');
    expect(await machineOutput('comet-ops', 'site', 'render')).toBe(
      'The site was unchanged, the Caddyfile unchanged.\n',
    );
    const settings = await machineOutput('cat', settingsFile);
    const placeholder = "COMPANY_NAME='[Company and legal form]'\n";
    await control.machine.write(settingsFile, settings + placeholder);
    const refused = await control.machine.run(['comet-ops', 'site', 'render']);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('COMPANY_NAME is a placeholder: [Company and legal form]'),
    });
    expect((await control.get(`${origins.site}/imprint/`)).status).toBe(200);
    await control.machine.write(settingsFile, settings);
  });

  test('Caddy loads a changed configuration by itself', async () => {
    const settings = await machineOutput('cat', settingsFile);
    const other = 'PADDLE_JS_URL=https://cdn.paddle.com/paddle/v2/paddle.js\n';
    await control.machine.write(settingsFile, settings + other);
    await machineOutput('systemctl', 'start', 'comet-site.service');
    await vi.waitFor(
      async () => {
        const { headers } = await control.get(`${origins.dashboard}/`);
        expect(headers['content-security-policy']).toContain('frame-src https://*.paddle.com;');
      },
      { timeout: 20_000, interval: 200 },
    );
    await control.machine.write(settingsFile, settings);
  });

  test('the site lists and serves the packages of the app', async () => {
    const settings = await machineOutput('cat', settingsFile);
    const name = 'comet_9.9.9_amd64.deb';
    await machineOutput('mkdir', '-p', '/srv/comet-packages');
    await control.machine.write(`/srv/comet-packages/${name}`, 'package\n');
    await control.machine.write(settingsFile, `${settings}PACKAGES_DIR=/srv/comet-packages\n`);
    await machineOutput('systemctl', 'start', 'comet-site.service');
    await vi.waitFor(
      async () =>
        expect(await control.get(`${origins.site}/download/${name}`)).toMatchObject({
          status: 200,
          body: 'package\n',
        }),
      { timeout: 20_000, interval: 200 },
    );
    expect((await control.get(`${origins.site}/download/`)).body).toContain(`href="/download/${name}"`);
    await control.machine.write(settingsFile, settings);
  });

  test('a gateway and an exit enrol, and a customer registers, pays and connects, within 12 steps and 15 minutes', async () => {
    const began = performance.now();
    await installGateway(control.machine, control.gatewayDeb, origins.api, ca);
    await vi.waitFor(
      async () => expect(await machineOutput('comet-ops', 'gateways', 'list')).toContain('online'),
      {
        timeout: 60_000,
        interval: 500,
      },
    );
    await joinExit(control.machine, origins.api);
    expect(await connectFirstCustomer(control.machine, paymentOrigin)).toContain('203.0.113.10');
    const seconds = control.seconds + (performance.now() - began) / 1000;
    const document = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const steps = /^## One box\n(.*?)^## /ms.exec(document)?.[1]?.match(/^\d+\. /gm) ?? [];
    console.info(`${steps.length} steps of “One box” took ${Math.round(seconds)} s`);
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.length).toBeLessThanOrEqual(12);
    expect(seconds / 60).toBeLessThanOrEqual(15);
    await vi.waitFor(
      async () => expect(await machineOutput('comet-ops', 'exits', 'list')).toContain('live'),
      {
        timeout: 60_000,
        interval: 500,
      },
    );
  });

  test('systemd restarts a killed API', async () => {
    await killMainProcess(control.machine, 'comet-control.service');
    await expect
      .poll(async () => (await control.get(`${origins.api}/readyz`)).status, { timeout: 30_000 })
      .toBe(200);
  });

  test('an upgrade keeps the settings, and a purge keeps only the keys and the attachments', async () => {
    const settings = await machineOutput('cat', settingsFile);
    await machineOutput('dpkg', '--force-unsafe-io', '--install', control.deb);
    expect(await machineOutput('cat', settingsFile)).toBe(settings);
    expect(await machineOutput('stat', '--format', '%a %U %G', settingsFile)).toBe(
      '640 root comet-control\n',
    );
    await machineOutput('dpkg', '--purge', 'comet-control');
    expect((await control.machine.run(['test', '-e', '/usr/lib/comet-control'])).code).toBe(1);
    expect((await control.machine.run(['test', '-e', settingsFile])).code).toBe(1);
    expect((await machineOutput('ls', '/var/lib/comet-control')).trim()).toBe('attachments\nkeys');
  });
});
