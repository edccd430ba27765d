import { api } from '@comet/contract';
import { expect, type Page, type Request } from '@playwright/test';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer, newCustomerWithPlan } from '../support/customer.ts';
import { followRequests } from '../support/pending-requests.ts';
import { runningStack } from '../support/running-stack.ts';
import { badGateway, hang, test, unavailable } from './failing-dashboard.ts';

// One failing read must not repeat the others: if each failure counted as an outage and each response as its end, the screen would send
// thousands of calls a minute.
const stack = runningStack();
/** A read is retried once (product.md §7). */
const MAX_CALLS = 2;
/** Sent until the API can be reached again, after a call that a busy machine did not answer in time: not a read of the screen. */
const PROBE = api.showStatus.path;

const failures = [
  { how: 'is blocked in the browser', fail: 'in the browser' },
  { how: 'hangs until it is given up', fail: hang },
  { how: 'answers 502 with a page', fail: badGateway },
  { how: 'answers 503', fail: unavailable },
] as const;
const screens = ['/dash/home/', '/dash/settings/', '/dash/download/', '/payment/subscription'];

let customer: Customer;
let requests: ReturnType<typeof followRequests>;
/** Origin of the dashboard. */
let origin = '';

test.beforeAll(async () => {
  customer = await newCustomerWithPlan(stack);
  // Without a device, home shows how to connect the first one, and polls for it.
  await customer.client.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } });
});

test.beforeEach(async ({ page, context, failing }) => {
  origin = failing.origin;
  failing.restore();
  await signInContext(context, customer);
  await page.clock.install();
  requests = followRequests(page);
});

for (const [offset, screen] of screens.entries()) {
  test(`${screen}: one failing read is sent at most twice a minute, like every other`, async ({
    page,
    failing,
  }) => {
    test.setTimeout(120_000);
    const reads = await countCallsDuring(page, () => openForOneMinute(page, screen));
    expectFew(reads, screen);
    const own = [...reads.keys()].filter((read) => !read.endsWith(PROBE));
    expect(own.length, screen).toBeGreaterThan(0);
    // The failures take turns, beginning with another one on each screen: all four are handled by the same client.
    for (const [index, read] of own.entries()) {
      const { how, fail } = failures[(index + offset) % failures.length] ?? failures[0];
      const isRead = (url: URL) => url.pathname === read;
      if (fail === 'in the browser') await page.route(isRead, (route) => route.abort('blockedbyclient'));
      else failing.fail([read], fail);
      expectFew(
        await countCallsDuring(page, () => openForOneMinute(page, screen, fail === hang ? read : undefined)),
        `${screen}: ${read} ${how}`,
      );
      failing.restore();
      await page.unroute(isRead);
    }
  });
}

interface ScreenPart {
  /** Text that the part shows when its data is loaded. */
  readonly text: string | RegExp;
  /** Paths of the part's reads. */
  readonly reads: readonly string[];
}

/** Home of a customer with a plan. */
const withPlan: readonly ScreenPart[] = [
  { text: /^Active until/, reads: ['/api/v1/subscription'] },
  { text: /^12\smonths at \$/, reads: ['/api/v1/subscription', '/api/v1/plans'] },
  { text: /^Card ending/, reads: ['/api/v1/subscription'] },
  { text: /^\d+ of \d+ in use$/, reads: ['/api/v1/devices'] },
  { text: 'You haven’t bought any yet', reads: ['/api/v1/residential-data'] },
  { text: 'Buy data', reads: [] },
  { text: 'You don’t have one yet', reads: ['/api/v1/users/services'] },
];

/** Home of a customer without one. */
const withoutPlan: readonly ScreenPart[] = [
  { text: 'No plan yet', reads: ['/api/v1/subscription'] },
  { text: 'Choose a plan', reads: ['/api/v1/subscription'] },
  { text: /a\smonth, \$.* today/, reads: ['/api/v1/subscription', '/api/v1/plans'] },
  { text: /^Every plan includes all locations/, reads: ['/api/v1/subscription', '/api/v1/devices'] },
];

const homeCases: readonly {
  readonly customerKind: string;
  readonly parts: readonly ScreenPart[];
  readonly reads: readonly string[];
}[] = [
  {
    customerKind: 'a customer with a plan',
    parts: withPlan,
    reads: [
      '/api/v1/users/current',
      '/api/v1/subscription',
      '/api/v1/plans',
      '/api/v1/devices',
      '/api/v1/wireguard-configs',
      '/api/v1/residential-data',
      '/api/v1/residential-data/usage',
      '/api/v1/users/services',
    ],
  },
  {
    customerKind: 'a customer without a plan',
    parts: withoutPlan,
    reads: ['/api/v1/users/current', '/api/v1/subscription', '/api/v1/plans', '/api/v1/devices'],
  },
];

for (const { customerKind, parts, reads } of homeCases) {
  for (const read of reads) {
    test(`home of ${customerKind} shows every other part when ${read} fails, and reads it again on request`, async ({
      page,
      context,
      failing,
    }) => {
      if (parts === withoutPlan) await signInContext(context, await newCustomer(stack));
      const shown = ({ text }: ScreenPart) => page.getByText(text).filter({ visible: true }).first();
      failing.fail([read], badGateway);
      const calls = await countCallsDuring(page, () => openForOneMinute(page, '/dash/home/'));
      expectFew(calls, `home without ${read}`);
      expect(calls.get(read)).toBe(MAX_CALLS);
      const failed = page.getByRole('status').filter({ hasText: 'Something went wrong' });
      await expect(failed).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('We couldn’t show this page');
      for (const part of parts)
        await expect(shown(part), String(part.text)).toBeVisible({ visible: !part.reads.includes(read) });
      failing.restore();
      const again = await countCallsDuring(page, async () => {
        await failed.getByRole('button', { name: 'Try again' }).click();
        await expect(failed).toBeHidden();
        for (const part of parts) await expect(shown(part), String(part.text)).toBeVisible();
      });
      // Newly shown parts send additional reads.
      expectOnce(again, `home after ${read} failed`);
    });
  }
}

test('home fails as a whole when neither user nor subscription can be read, and is read again on request', async ({
  page,
  failing,
}) => {
  failing.fail(['/api/v1/users/current', '/api/v1/subscription'], badGateway);
  expectFew(
    await countCallsDuring(page, () => openForOneMinute(page, '/dash/home/')),
    'home without user and subscription',
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t show this page');
  failing.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Active until/);
});

test('after an outage every read on the screen is sent once', async ({ page, context }) => {
  for (const screen of screens) {
    await openForOneMinute(page, screen);
    await context.setOffline(true);
    await expect(page.getByText('You’re offline')).toBeVisible();
    const reads = await countCallsDuring(page, async (calls) => {
      await context.setOffline(false);
      // One of them is the probe.
      await expect.poll(() => calls.size, { message: screen }).toBeGreaterThan(1);
      await requests.untilEnded();
    });
    expectOnce(reads, screen);
  }
});

function expectFew(calls: ReadonlyMap<string, number>, what: string): void {
  for (const [path, count] of calls) expect(count, `${path}: ${what}`).toBeLessThanOrEqual(MAX_CALLS);
}

function expectOnce(calls: ReadonlyMap<string, number>, what: string): void {
  for (const [path, count] of calls) expect(count, `${path}: ${what}`).toBe(1);
}

/** The first steps are short: data is stale after 5 s, and parts that appear late would read it again. */
const STEPS_MS = [250, 250, 250, 250, 14_000, 15_000, 15_000, 15_000];

/**
 * Opens the screen and waits for a minute of its clock, which advances only while no call is pending, except calls of `hanging`: a call is
 * given up after 15 s, and that must not depend on the speed of this machine.
 */
async function openForOneMinute(page: Page, screen: string, hanging?: string): Promise<void> {
  const isHanging = (request: Request) => new URL(request.url()).pathname === hanging;
  await page.goto(origin + screen);
  await requests.untilEnded(isHanging);
  for (const milliseconds of STEPS_MS) {
    await page.clock.runFor(milliseconds);
    await requests.untilEnded(isHanging);
  }
}

/** Returns the number of calls of each read during `during`, by path. */
async function countCallsDuring(
  page: Page,
  during: (calls: ReadonlyMap<string, number>) => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const calls = new Map<string, number>();
  const count = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/'))
      calls.set(pathname, (calls.get(pathname) ?? 0) + 1);
  };
  page.on('request', count);
  await during(calls);
  page.off('request', count);
  return calls;
}
