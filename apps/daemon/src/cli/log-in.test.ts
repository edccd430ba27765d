import { err, ok } from '@comet/foundation';
import { type CommandError, freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { DaemonSocket } from './daemon-socket.ts';
import { logIn } from './log-in.ts';

const snapshot: Snapshot = {
  tunnel: { state: 'disconnected', since: '2026-11-21T10:00:00.000Z' },
  account: { email: 'ada@example.com', device: 'laptop' },
  settings: freshSettings,
  traffic: null,
};

/** Runs `comet login --email` against a daemon that gives these answers, with a person who types these lines. */
async function run(answers: readonly (CommandError | 'ok')[], lines: readonly string[]) {
  const asked: unknown[] = [];
  const said: string[] = [];
  const left = { answers: [...answers], lines: [...lines] };
  const daemon = {
    call: (command: string, params: object) => {
      asked.push({ command, ...params });
      const answer = left.answers.shift() ?? 'internal_error';
      return Promise.resolve(answer === 'ok' ? ok(snapshot) : err({ error: answer, detail: null }));
    },
  } as unknown as Pick<DaemonSocket, 'call'>;
  let ended = false;
  const type = () => Promise.resolve(left.lines.shift() ?? '');
  const done = await logIn(
    daemon,
    { email: 'ada@example.com', name: 'laptop' },
    {
      say: (line) => void said.push(line),
      complain: (line) => void said.push(line),
      progress: () => undefined,
      watched: false,
      onInterrupt: () => undefined,
      draw: () => undefined,
      pictureWidth: 0,
      unread: new Promise(() => undefined),
    },
    { hidden: type, shown: type, end: () => void (ended = true) },
  );
  return { done, asked, said, ended };
}

const byEmail = {
  command: 'login.email',
  email: 'ada@example.com',
  password: 'secret',
  deviceName: 'laptop',
};

test('without two-factor the password is all', async () => {
  const { done, asked, said, ended } = await run(['ok'], ['secret']);
  expect({ done, asked, said, ended }).toEqual({
    done: true,
    asked: [byEmail],
    said: ['Signed in as ada@example.com.'],
    ended: true,
  });
});

test('a code is asked for where the account wants one, and again after a wrong one', async () => {
  const answers = ['two_factor_required', 'two_factor_code_wrong', 'ok'] as const;
  const { done, asked, said } = await run(answers, ['secret', '000000', ' 123456 ']);
  expect(done).toBe(true);
  expect(asked).toEqual([
    byEmail,
    { command: 'login.second-factor', code: '000000' },
    { command: 'login.second-factor', code: '123456' },
  ]);
  expect(said).toEqual(['The one time code you entered was incorrect.', 'Signed in as ada@example.com.']);
});

test('three wrong codes end it, and so does any other refusal', async () => {
  const wrong = ['two_factor_code_wrong', 'recovery_code_wrong', 'recovery_code_wrong'] as const;
  const three = await run(['two_factor_required', ...wrong], ['secret', '000000', 'a', 'b']);
  expect([three.done, three.asked.length, three.said.length]).toEqual([false, 4, 3]);
  const limited = await run(['two_factor_required', 'too_many_requests'], ['secret', '000000']);
  expect([limited.done, limited.asked.length]).toEqual([false, 2]);
});

test('an answer that was not given is said to be missing', async () => {
  expect(await run([], [])).toMatchObject({ done: false, said: ['No password was given.'], ended: true });
  expect(await run(['two_factor_required'], ['secret'])).toMatchObject({
    done: false,
    said: ['No code was given.'],
    ended: true,
  });
});
