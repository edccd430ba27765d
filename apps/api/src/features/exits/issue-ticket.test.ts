import { expect, test } from 'vitest';
import { chooseGateway } from './issue-ticket.ts';

const gateways = ['a', 'b', 'c'].map((id, index) => ({ id, online: true, loadPercent: index * 10 }));
const nyc = { country: 'US', city: 'nyc', use: 'native' as const };
const exit = { ...nyc, id: 'new', gatewayId: null };
const live = (id: string, gatewayId: string, place = nyc) => ({ ...place, id, gatewayId });

test('keeps an exit at its gateway while the gateway is online', () => {
  expect(chooseGateway({ ...exit, gatewayId: 'c' }, gateways, [live('1', 'b')])?.id).toBe('c');
  const gone = gateways.map((one) => ({ ...one, online: one.id !== 'c' }));
  expect(chooseGateway({ ...exit, gatewayId: 'c' }, gone, [])?.id).toBe('a');
});

test('groups exits of one location at one gateway, so that they can replace each other', () => {
  const berlin = { ...nyc, country: 'DE', city: 'berlin' };
  expect(chooseGateway(exit, gateways, [live('1', 'b', berlin), live('2', 'c')])?.id).toBe('c');
  expect(chooseGateway(exit, gateways, [live('1', 'b', berlin)])?.id).toBe('b');
  expect(chooseGateway(exit, gateways, [])?.id).toBe('a');
});

test('does not prefer a gateway with many exits', () => {
  const crowd = Array.from({ length: 100 }, (_, index) => live(String(index), 'c'));
  expect(chooseGateway(exit, gateways, crowd)?.id).toBe('a');
});
