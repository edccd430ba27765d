import type { ExitClaim } from '@comet/admission';
import { expect, test } from 'vitest';
import type { ExitView } from '../proxy/index.ts';
import { decideEgressRoute, type EgressRoute } from './decide-egress-route.ts';

const view = (id: string, draining: boolean, healthy = true): ExitView => ({
  ...{ id, kind: 'node', country: 'US', city: 'nyc', use: 'native', healthy, draining, load: 0 },
  outlet: { kind: 'local', ipv4: '198.18.0.0', ipv6: null, resolver: '192.0.2.53' },
  caps: { bytesPerSecond: null, dayBytes: null },
  rules: { ports: [], networks: [], names: [] },
});
const pool: ExitClaim = {
  ...{ kind: 'pool', use: 'native', country: 'US', city: 'nyc', purse: null, whenEmpty: 'block' },
};
const dedicated: ExitClaim = { kind: 'exit', exit: 'one' };
const through = (exit: string): EgressRoute => ({ kind: 'exit', exit });
const decide = (claim: ExitClaim, present: EgressRoute | null, ...views: readonly ExitView[]) =>
  decideEgressRoute(claim, present, false, new Map(views.map((one) => [one.id, one])), () => 0);

test('a draining exit keeps its sessions', () => {
  const exits = [view('one', true), view('two', false)];
  expect(decide(pool, through('one'), ...exits)).toEqual(through('one'));
  expect(decide(dedicated, through('one'), ...exits)).toEqual(through('one'));
});

test('a draining exit gets no new session', () => {
  const exits = [view('one', true), view('two', false)];
  expect(decide(pool, null, ...exits)).toEqual(through('two'));
  expect(decide(pool, { kind: 'blocked' }, view('one', true))).toEqual({ kind: 'blocked' });
  expect(decide(dedicated, null, ...exits)).toEqual({ kind: 'blocked' });
  expect(decide(dedicated, through('two'), ...exits)).toEqual({ kind: 'blocked' });
});

test('a session leaves a draining exit that fails', () => {
  const exits = [view('one', true, false), view('two', false)];
  expect(decide(pool, through('one'), ...exits)).toEqual(through('two'));
  expect(decide(dedicated, through('one'), ...exits)).toEqual({ kind: 'blocked' });
});
