import { cometTexts as texts } from '@comet/texts/tunnel';
import type { CommandError } from '@comet/tunnel-protocol';
import { machineName } from '../platform/machine-name.ts';
import { codePicture } from './code-picture.ts';
import type { DaemonSocket } from './daemon-socket.ts';
import { timeOf } from './describe.ts';
import { openQuestions, type Questions } from './questions.ts';
import { onOneLine } from './printable.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** After so many wrong codes a person has to start anew. */
const mostTries = 3;

/** Signs in by email and password, or by a code that is approved in the dashboard. */
export async function logIn(
  daemon: Pick<DaemonSocket, 'call'>,
  { email, name }: { readonly email: string | null; readonly name: string | null },
  out: Terminal,
  questions: Questions = openQuestions(),
): Promise<boolean> {
  const deviceName = name ?? machineName();
  if (email === null) return byCode(daemon, deviceName, out);
  try {
    return await byEmail(daemon, { email, deviceName }, out, questions);
  } finally {
    questions.end();
  }
}

async function byEmail(
  daemon: Pick<DaemonSocket, 'call'>,
  { email, deviceName }: { readonly email: string; readonly deviceName: string },
  out: Terminal,
  questions: Questions,
): Promise<boolean> {
  const password = await questions.hidden(texts.password);
  if (password === '') {
    out.complain(texts.noPassword);
    return false;
  }
  let done = await daemon.call('login.email', { email, password, deviceName });
  for (let tries = 0; tries < mostTries && !done.ok && asksAgain.has(done.error.error); tries += 1) {
    if (tries > 0) refuse(done.error, out);
    const code = (await questions.shown(texts.secondFactor)).trim();
    if (code === '') {
      out.complain(texts.noSecondFactor);
      return false;
    }
    done = await daemon.call('login.second-factor', { code });
  }
  if (!done.ok) return refuse(done.error, out);
  out.say(texts.signedIn(done.value.account?.email ?? email));
  return true;
}

/** Answers that another code may follow. */
const asksAgain: ReadonlySet<CommandError> = new Set([
  'two_factor_required',
  'two_factor_code_wrong',
  'recovery_code_wrong',
]);

async function byCode(daemon: Pick<DaemonSocket, 'call'>, deviceName: string, out: Terminal) {
  const started = await daemon.call('login.start', { deviceName });
  if (!started.ok) return refuse(started.error, out);
  const { userCode, verificationUri, verificationUriComplete, expiresAt } = started.value;
  out.say(texts.approve(onOneLine(verificationUri), onOneLine(userCode), timeOf(new Date(expiresAt))));
  const picture =
    out.pictureWidth === 0 ? null : await codePicture(verificationUriComplete, out.pictureWidth);
  if (picture !== null) {
    out.say(texts.orScan);
    out.draw(picture);
  }
  out.progress(texts.waiting);
  process.once('SIGINT', () => {
    out.complain(texts.loginCancelled);
    process.exit(1);
  });
  const done = await daemon.call('login.wait', {});
  if (!done.ok) return refuse(done.error, out);
  out.say(texts.signedIn(done.value.account?.email ?? ''));
  return true;
}
