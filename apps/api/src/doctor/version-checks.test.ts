import { expect, test } from 'vitest';
import { gatewayFindings } from './version-checks.ts';

test('gateways of another release than this one are a warning', () => {
  expect(gatewayFindings([], '0.2.0')).toEqual([]);
  expect(gatewayFindings([{ version: '0.2.0', gateways: 3 }], '0.2.0')).toMatchObject([
    { state: 'ok', found: '3 with 0.2.0' },
  ]);
  const mixed = [
    { version: '0.1.0', gateways: 1 },
    { version: '0.2.0', gateways: 2 },
  ];
  expect(gatewayFindings(mixed, '0.2.0')).toMatchObject([
    { state: 'warn', found: '1 with 0.1.0, 2 with 0.2.0' },
  ]);
});
