import { expect, test } from 'vitest';
import { durationText, incidentTitle } from './incident-text.ts';

const cities = new Map([['nl-ams', 'Amsterdam']]);

test.each([
  [{ subject: 'nl-ams', title: null }, 'Outage: Amsterdam'],
  [{ subject: 'gateways', title: null }, 'Outage: VPN servers'],
  [{ subject: null, title: 'Card payments fail' }, 'Card payments fail'],
  [{ subject: 'xx-gone', title: null }, 'Outage: xx-gone'],
])('%j is called %s', (incident, title) => {
  expect(incidentTitle(incident, cities)).toBe(title);
});

test.each([
  [0, '1 minute'],
  [5 * 60_000, '5 minutes'],
  [119 * 60_000, '119 minutes'],
  [120 * 60_000, '2 hours'],
  [47 * 3_600_000, '47 hours'],
  [72 * 3_600_000, '3 days'],
])('%i ms is %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
