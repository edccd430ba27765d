import { expect, test } from 'vitest';
import { Callers } from './admission-server.ts';

function admissionEndpoint(most: number) {
  const callers = new Callers(most);
  const closed: number[] = [];
  const come = (port: number, source = 'relay') =>
    callers.comes({ source, port }, () => {
      closed.push(port);
      callers.goes({ source, port });
    });
  return { callers, closed, come };
}

test('closes idle connections for new clients, the oldest first', () => {
  const { callers, closed, come } = admissionEndpoint(3);
  expect([1, 2, 3].map((port) => come(port))).toEqual([true, true, true]);
  for (const port of [2, 3]) callers.isAnswered({ source: 'relay', port });
  expect(come(4)).toBe(true);
  expect(closed).toEqual([2]);
  callers.asks({ source: 'relay', port: 3 });
  expect(come(5)).toBe(false);
  expect(closed).toEqual([2]);
});

test('who has not been answered yet keeps his place, and one address takes none from another', () => {
  const { callers, come } = admissionEndpoint(2);
  expect([1, 2, 3].map((port) => come(port))).toEqual([true, true, false]);
  expect(come(1, 'another')).toBe(true);
  callers.goes({ source: 'relay', port: 1 });
  expect(come(4)).toBe(true);
});
