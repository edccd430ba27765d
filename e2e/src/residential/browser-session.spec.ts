import { expect, test } from '@playwright/test';
import { customer, exitAt, openProxyFixture, openOrigin, password } from '@comet/gateway/test/proxy-fixture';

/** Chromium through the proxy's engine on loopback, with a fake clock: sessions last for minutes. */

test('a session in the user name keeps its address for its lifetime, then gets another', async ({
  playwright,
}, { project }) => {
  const fixture = await openProxyFixture();
  const origin = await openOrigin();
  fixture.names.set('origin.example', ['127.0.0.1']);
  fixture.exits(exitAt('127.0.0.11'), exitAt('127.0.0.12'));
  fixture.customers(customer());
  const { launchOptions = {} } = project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    proxy: { server: `http://127.0.0.1:${fixture.port}`, username: 'abc123-session-a-lifetime-5', password },
  });
  try {
    const page = await browser.newPage();
    const seen = async () => {
      await page.goto(`http://origin.example:${origin.port}/`);
      return (JSON.parse(await page.locator('body').innerText()) as { from: string }).from;
    };
    const first = await seen();
    for (let turn = 0; turn < 4; turn += 1) expect(await seen()).toBe(first);
    fixture.advance(4 * 60_000);
    expect(await seen()).toBe(first);
    fixture.advance(60_000);
    const second = await seen();
    expect(second).not.toBe(first);
    expect(await seen()).toBe(second);
  } finally {
    await browser.close();
    await fixture.proxy.close();
    await origin.close();
  }
});
