import { hostname } from 'node:os';
import { cometTexts as texts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { timeOf } from './describe.ts';
import { readPassword } from './read-password.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Signs in by email and password, or by a code that is approved in the dashboard. */
export async function logIn(
  daemon: DaemonSocket,
  { email, name }: { readonly email: string | null; readonly name: string | null },
  out: Terminal,
): Promise<boolean> {
  const deviceName = name ?? machineName();
  return email === null ? byCode(daemon, deviceName, out) : byEmail(daemon, email, deviceName, out);
}

async function byEmail(daemon: DaemonSocket, email: string, deviceName: string, out: Terminal) {
  const password = await readPassword(texts.password);
  if (password === '') {
    out.complain(texts.noPassword);
    return false;
  }
  const done = await daemon.call('login.email', { email, password, deviceName });
  if (!done.ok) return refuse(done.error, out);
  out.say(texts.signedIn(done.value.account?.email ?? email));
  return true;
}

async function byCode(daemon: DaemonSocket, deviceName: string, out: Terminal) {
  const started = await daemon.call('login.start', { deviceName });
  if (!started.ok) return refuse(started.error, out);
  const { userCode, verificationUri, verificationUriComplete, expiresAt } = started.value;
  out.say(texts.approve(verificationUri, userCode, timeOf(new Date(expiresAt))));
  const picture =
    out.pictureWidth === 0 ? null : await codePicture(verificationUriComplete, out.pictureWidth);
  if (picture !== null) out.say(`${texts.orScan}\n${picture}`);
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

/** The link as a QR code of half blocks; null where the terminal is too narrow for it. */
async function codePicture(link: string, columns: number): Promise<string | null> {
  const { default: qrcode } = await import('qrcode');
  const { size } = qrcode.create(link).modules;
  // A quiet module on either side, and one column for the cursor.
  if (columns < size + 3) return null;
  return qrcode.toString(link, { type: 'terminal', small: true });
}

/** The name that this machine is listed under when the user gives none. */
function machineName(): string {
  const name = hostname()
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, '')
    .slice(0, 60)
    .trim();
  return name === '' ? 'Linux' : name;
}
