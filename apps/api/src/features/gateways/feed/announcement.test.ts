import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { announcementOf, readAnnouncement, settingsAnnouncementOf } from './announcement.ts';

const announcedGateways = (payload: string) => readAnnouncement(payload).gateways;
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

test('names each gateway once', () => {
  const [one, other] = ids(2) as [string, string];
  expect(announcedGateways(announcementOf([one, other, one]))).toEqual([one, other]);
});

test('names as many gateways as fit into a payload, and otherwise announces changes for all', () => {
  const maxGateways = ids(216);
  const payload = announcementOf(maxGateways);
  expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  expect(announcedGateways(payload)).toEqual(maxGateways);
  expect(announcementOf([...maxGateways, ...ids(1)])).toBe('');
});

test.each(['', 'v2:AAECAw', 'not an id', `${randomUUID()},`, `${randomUUID()} ${randomUUID()}`])(
  'reads %j, which another release may send, as changes for all gateways',
  (payload) => {
    expect(announcedGateways(payload)).toBeNull();
  },
);

test('tells changed settings from changes', () => {
  const gateways = ids(2);
  expect(readAnnouncement(settingsAnnouncementOf(gateways))).toEqual({ isSettings: true, gateways });
  expect(readAnnouncement(announcementOf(gateways))).toEqual({ isSettings: false, gateways });
  const tooMany = settingsAnnouncementOf(ids(217));
  expect(Buffer.byteLength(tooMany)).toBeLessThan(8_000);
  expect(readAnnouncement(tooMany)).toEqual({ isSettings: true, gateways: null });
});
