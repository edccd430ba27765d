import { expect, test } from 'vitest';
import { chooseGateway } from './issue-ticket.ts';

const gateways = ['a', 'b', 'c'].map((id, index) => ({ id, online: true, loadPercent: index * 10 }));
const nyc = { country: 'US', city: 'nyc', use: 'native' as const };
const exit = { ...nyc, id: 'new', gatewayId: null };
const live = (id: string, gatewayId: string, place = nyc) => ({ ...place, id, gatewayId });

test('an exit stays where it is while that is there', () => {
  expect(chooseGateway({ ...exit, gatewayId: 'c' }, gateways, [live('1', 'b')])?.id).toBe('c');
  const gone = gateways.map((one) => ({ ...one, online: one.id !== 'c' }));
  expect(chooseGateway({ ...exit, gatewayId: 'c' }, gone, [])?.id).toBe('a');
});

test('exits of one place gather, so that they can stand in for one another', () => {
  const berlin = { ...nyc, country: 'DE', city: 'berlin' };
  expect(chooseGateway(exit, gateways, [live('1', 'b', berlin), live('2', 'c')])?.id).toBe('c');
  expect(chooseGateway(exit, gateways, [live('1', 'b', berlin)])?.id).toBe('b');
  expect(chooseGateway(exit, gateways, [])?.id).toBe('a');
});

test('a gateway with a crowd of them is not sought out', () => {
  const crowd = Array.from({ length: 100 }, (_, index) => live(String(index), 'c'));
  expect(chooseGateway(exit, gateways, crowd)?.id).toBe('a');
});
