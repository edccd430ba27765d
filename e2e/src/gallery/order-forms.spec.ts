import { test } from '../pictures/recorded-dashboard.ts';
import { recordedPrices } from '../pictures/recorded-prices.ts';
import { pathOf, readRecording } from '../pictures/recording.ts';
import type { Person } from '../pictures/scenes.ts';
import { untilShown } from '../support/accessibility.ts';
import { takePictures } from './take-pictures.ts';

const { ids } = readRecording();

const forms = {
  'buy-data': '/dash/residential-vpn/payment',
  'buy-proxy-traffic': '/dash/residential-proxy/payment',
  'buy-address': '/dash/dedicated/payment',
};
const lists = {
  'residential-data': '/dash/residential-vpn/',
  'residential-proxy': '/dash/residential-proxy/',
  dedicated: '/dash/dedicated/',
};
// The recorded account without a plan has not opened the proxy.
const listsWithoutPlan = { 'residential-data': lists['residential-data'], dedicated: lists.dedicated };
const addressScreens = { 'buy-address': forms['buy-address'], dedicated: lists.dedicated };
const extension = {
  'extend-address': '/dash/dedicated/extend/{address}',
  address: '/dash/dedicated/{address}',
  home: '/dash/home/',
};

interface State {
  /** Added to the file names. */
  readonly name: string;
  readonly person: Person;
  readonly prices: keyof typeof recordedPrices;
  readonly paths: Readonly<Record<string, string>>;
}

const states: readonly State[] = [
  { name: 'without-plan', person: 'newcomer', prices: 'onSale', paths: forms },
  { name: 'off-sale', person: 'subscriber', prices: 'offSale', paths: { ...forms, ...lists, ...extension } },
  { name: 'sold-out', person: 'subscriber', prices: 'soldOut', paths: addressScreens },
  { name: 'off-sale-without-plan', person: 'newcomer', prices: 'offSale', paths: listsWithoutPlan },
];

for (const { name, person, prices, paths } of states)
  test(`order forms: ${name}`, async ({ page, recorded }) => {
    await recorded.enter(page, person, recordedPrices[prices]);
    for (const [screen, path] of Object.entries(paths)) {
      await page.goto(recorded.origin + pathOf(path, ids));
      await untilShown(page);
      await takePictures(page, 'dashboard', `${screen}-${name}`);
    }
  });
