import { checkExitTicket, exitSubject, newSessionsSlot, publishKey, readVerifiers } from '@comet/admission';
import { api } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endDrains, liveCoverage } from '../../src/features/exits/index.ts';
import { type ApiUnderTest, makeGateway, startApi, type TestGateway } from '../fixture/api-fixture.ts';
import { exitsOps, makeLiveExit, reportExits, type TestExit } from '../gateways/exits-fixture.ts';
import { codeOf } from '../payments/outcome.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under, 'us-nyc');
});
afterAll(() => under.stop());

/** The revocations of an exit that every gateway receives, in order. */
const revoked = (exit: TestExit) =>
  under.dependencies.db
    .selectFrom('gatewayChanges')
    .select(['slot', 'notBefore'])
    .where('gatewayId', 'is', null)
    .where('sub', '=', exitSubject(exit.id))
    .orderBy('id')
    .execute();
const row = async (exit: TestExit) =>
  (await exitsOps(under, 'list')).split('\n').find((line) => line.startsWith(exit.id)) ?? '';
const covered = async () => (await liveCoverage(under.dependencies.db, under.clock.now())).length;
const now = () => unixSeconds(under.clock.now());

async function issuedAt(exit: TestExit): Promise<number> {
  const { ticket } = (await under.call(api.issueExitTicket, {}, exit)).json as { ticket: string };
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.tickets.current)]);
  const opened = checkExitTicket(verifiers, ticket, { audience: gateway.id, now: now() });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value.iat;
}

test('a drain revokes new sessions only, and the deadline ends the rest and stops the exit', async () => {
  const exit = await makeLiveExit(under, gateway);
  expect(await covered()).toBe(1);
  const begun = now();
  expect(await exitsOps(under, 'drain', exit.id, '--hours', '2')).toContain('gets no new connections');
  expect(await revoked(exit)).toEqual([{ slot: newSessionsSlot, notBefore: begun + 1 }]);
  expect(await row(exit)).toMatch(/draining until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(await covered()).toBe(0);
  // The revocation covers a ticket that is issued meanwhile, too.
  under.clock.advance(3_600_000);
  await reportExits(under, gateway, []);
  expect(await issuedAt(exit)).toBe(begun);
  await endDrains(under.dependencies);
  expect(await revoked(exit)).toHaveLength(1);
  under.clock.advance(3_600_000);
  await Promise.all([endDrains(under.dependencies), endDrains(under.dependencies)]);
  expect(await revoked(exit)).toEqual([
    { slot: newSessionsSlot, notBefore: begun + 1 },
    { slot: null, notBefore: now() + 1 },
  ]);
  expect(await row(exit)).toContain('stopped');
  expect(codeOf((await under.call(api.issueExitTicket, {}, exit)).json)).toBe('exit_stopped');
});

test('resume ends a drain: the exit reconnects with a ticket that no revocation covers', async () => {
  const exit = await makeLiveExit(under, gateway);
  await exitsOps(under, 'drain', exit.id);
  await exitsOps(under, 'resume', exit.id);
  under.clock.advance(1_000);
  const iat = await issuedAt(exit);
  for (const { notBefore } of await revoked(exit)) expect(iat).toBeGreaterThanOrEqual(notBefore);
  under.clock.advance(3_600_000);
  await endDrains(under.dependencies);
  expect(await row(exit)).not.toMatch(/stopped|draining/);
});

test('refuses a second drain, one of a stopped or unknown exit, a wrong deadline, and new rules meanwhile', async () => {
  const exit = await makeLiveExit(under, gateway);
  for (const hours of ['0', '13', 'x'])
    await expect(exitsOps(under, 'drain', exit.id, '--hours', hours)).rejects.toThrow(
      'Not a whole number from 1 to 12',
    );
  await expect(exitsOps(under, 'drain', gateway.id)).rejects.toThrow('There is no exit');
  await expect(exitsOps(under, 'drain', 'us-nyc')).rejects.toThrow('There is no exit');
  await exitsOps(under, 'drain', exit.id);
  await expect(exitsOps(under, 'drain', exit.id)).rejects.toThrow('draining already');
  await expect(exitsOps(under, 'rules', exit.id, '--ports', '25')).rejects.toThrow('is draining');
  await expect(exitsOps(under, 'cap', exit.id)).rejects.toThrow('is draining');
  await exitsOps(under, 'stop', exit.id);
  await expect(exitsOps(under, 'drain', exit.id)).rejects.toThrow('is stopped');
  const actions = await under.dependencies.db
    .selectFrom('operatorActions')
    .select('action')
    .where('action', 'in', ['drain_exit', 'stop_exit'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['stop_exit', 'drain_exit']);
});
