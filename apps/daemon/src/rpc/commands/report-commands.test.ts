import { err, ok } from '@comet/foundation';
import type { Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { ApiFailure } from '../../platform/control-plane/api.ts';
import { initialDaemonState } from '../../platform/files/daemon-state.ts';
import { fakeStateFile } from '../../platform/files/state-file.fake.ts';
import { reportCommandsOf } from './report-commands.ts';

const account = {
  accessToken: 'token',
  email: 'ada@example.com',
  deviceId: '0198c1a2-7d3e-7f00-8b1c-2a4d6e8f0b13',
  deviceName: 'Desk',
};

function setUp(signedIn = true) {
  const calls: { body: { report: string }; idempotencyKey?: string }[] = [];
  const failures: ApiFailure[] = [];
  const time = { now: new Date('2026-11-30T12:00:00Z') };
  let reports = 0;
  const file = fakeStateFile({ ...initialDaemonState(), account: signedIn ? account : null });
  const commands = reportCommandsOf({
    file,
    api: {
      call: ((_: string, request: (typeof calls)[number]) => {
        calls.push(request);
        const failure = failures.shift();
        return Promise.resolve(failure === undefined ? ok({ number: '2a4d6e8f' }) : err(failure));
      }) as never,
    },
    clock: { now: () => time.now },
    snapshot: () => ({}) as Snapshot,
    gather: () => {
      reports += 1;
      return Promise.resolve([{ name: 'journal.txt', text: `report ${reports}\0` }]);
    },
    explained: (failure) => err(failure),
  });
  const made = async () => {
    const report = await commands.report();
    if (!report.ok) throw new Error('no report');
    return { id: report.value.id ?? '', files: report.value.files };
  };
  return { commands, calls, failures, time, file, made };
}

test('sends exactly the report that was shown, once', async () => {
  const { commands, calls, made } = setUp();
  const { id, files } = await made();
  expect(files).toEqual([{ name: 'journal.txt', text: 'report 1\uFFFD' }]);
  const both = await Promise.all([commands['report.send']({ id }), commands['report.send']({ id })]);
  expect([...both, await commands['report.send']({ id })]).toEqual(
    Array.from({ length: 3 }, () => ok({ ticket: '2a4d6e8f' })),
  );
  expect(calls).toEqual([{ body: { report: '== journal.txt\nreport 1\uFFFD\n' }, idempotencyKey: id }]);
});

test('sends no report that was not shown, that another one replaced, or that is older than an hour', async () => {
  const { commands, calls, time, made } = setUp();
  const gone = err({ error: 'report_gone', detail: null });
  expect(await commands['report.send']({ id: 'made up' })).toEqual(gone);
  const first = await made();
  const second = await made();
  expect(await commands['report.send']({ id: first.id })).toEqual(gone);
  time.now = new Date('2026-11-30T13:00:01Z');
  expect(await commands['report.send']({ id: second.id })).toEqual(gone);
  expect(calls).toEqual([]);
});

test('sends nothing without an account', async () => {
  const { commands, calls, made } = setUp(false);
  expect(await commands['report.send'](await made())).toEqual(err({ error: 'not_signed_in', detail: null }));
  expect(calls).toEqual([]);
});

test('reports refusals, and sends the report with the same key when it is tried again', async () => {
  const { commands, calls, failures, made } = setUp();
  const { id } = await made();
  const refused = (status: number, code: string) =>
    ({ kind: 'refused', status, code, message: 'No' }) as const;
  failures.push(
    refused(403, 'email_unverified'),
    refused(429, 'too_many_reports'),
    refused(422, 'message_not_sent'),
    { kind: 'unreachable' },
  );
  const errors: unknown[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    const done = await commands['report.send']({ id });
    errors.push(done.ok ? done : [done.error.error, done.error.detail]);
  }
  expect(errors).toEqual([
    ['report_unverified', null],
    ['report_limit', null],
    ['api_refused', 'No'],
    ['api_unreachable', null],
  ]);
  expect(await commands['report.send']({ id })).toEqual(ok({ ticket: '2a4d6e8f' }));
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([id]));
});

test('sends a report only for the account to which it was shown', async () => {
  const { commands, calls, file, made } = setUp();
  const gone = err({ error: 'report_gone', detail: null });
  const { id } = await made();
  expect(await commands['report.send']({ id })).toEqual(ok({ ticket: '2a4d6e8f' }));
  await file.change({ account: { ...account, deviceId: '0198c1a2-7d3e-7f00-8b1c-2a4d6e8f0b14' } });
  expect(await commands['report.send']({ id })).toEqual(gone);
  await file.change({ account: null });
  const signedOut = await made();
  await file.change({ account });
  expect(await commands['report.send'](signedOut)).toEqual(gone);
  expect(calls).toHaveLength(1);
});
