import { expect, test } from 'vitest';
import { Callers } from './door-callers.ts';

function door(most: number) {
  const callers = new Callers(most);
  const closed: number[] = [];
  const come = (port: number, source = 'carrier') =>
    callers.comes({ source, port }, () => {
      closed.push(port);
      callers.goes({ source, port });
    });
  return { callers, closed, come };
}

test('who only keeps a connection warm gives way to who wants in, the longest there first', () => {
  const { callers, closed, come } = door(3);
  expect([1, 2, 3].map((port) => come(port))).toEqual([true, true, true]);
  for (const port of [2, 3]) callers.isAnswered({ source: 'carrier', port });
  expect(come(4)).toBe(true);
  expect(closed).toEqual([2]);
  callers.asks({ source: 'carrier', port: 3 });
  expect(come(5)).toBe(false);
  expect(closed).toEqual([2]);
});

test('who has not been answered yet keeps his place, and one address takes none from another', () => {
  const { callers, come } = door(2);
  expect([1, 2, 3].map((port) => come(port))).toEqual([true, true, false]);
  expect(come(1, 'another')).toBe(true);
  callers.goes({ source: 'carrier', port: 1 });
  expect(come(4)).toBe(true);
});
