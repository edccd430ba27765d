import { expect, test, vi } from 'vitest';
import { fillLive, livePage, locationTexts } from './live-page.ts';

const page = (html: string) => ({
  type: 'text/html',
  immutable: false,
  plain: Buffer.from(html),
  compressed: null,
});
const html = '<dl><dd class="a" data-live="up">11 locations</dd><dt data-live="other">kept</dt></dl>';

test('fills the elements for which it has texts', () => {
  expect(fillLive(html, { up: '2 of 11' })).toBe(html.replace('11 locations', '2 of 11'));
});

const city = { code: 'nl-ams', city: 'Amsterdam', country: 'NL', countryName: 'Netherlands' };
const figures = { working: 0, all: 0, load: null };

test.each([
  [
    ['working', 'degraded', 'down', 'none'],
    { 'locations-up': '2 of 4', 'locations-meaning': 'locations available now' },
  ],
  [['none', 'none'], {}],
] as const)('locations in the states %j are stated as %j', (states, texts) => {
  expect(locationTexts({ cities: states.map((state) => ({ ...city, ...figures, state })) })).toEqual(texts);
});

test('fetches once in 15 seconds, and serves the page as built without a response', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const responses = [{ up: '2 of 11' }, null];
    const fetchTexts = vi.fn<() => Promise<Readonly<Record<string, string>>>>(async () => {
      const response = responses.shift();
      if (!response) throw new Error('unreachable');
      return response;
    });
    const current = livePage(page(html), fetchTexts);
    const text = async (): Promise<string> => (await current()).plain.toString('utf8');
    expect(await text()).toContain('2 of 11');
    vi.advanceTimersByTime(14_000);
    expect(await text()).toContain('2 of 11');
    expect(fetchTexts).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2_000);
    expect(await text()).toBe(html);
  } finally {
    vi.useRealTimers();
  }
});
