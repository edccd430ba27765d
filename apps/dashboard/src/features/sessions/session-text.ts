import { formatDay, platformNames, formatText, sessionsTexts } from '@comet/texts';
import type { Session } from './sessions.ts';

/** Returns the name of a session: the machine's own, or program and operating system. */
export function nameOf(session: Session): string {
  if (session.deviceName !== null) return session.deviceName;
  return session.pendingUntil === null ? programOf(session) : sessionsTexts.oneTimeLink;
}

/** Describes how and when a session began; for a machine with a name, also its program and operating system. */
export function signInText(session: Session): string {
  const date = formatDay(session.signedInAt);
  if (session.pendingUntil !== null) {
    const method = session.method === 'quick_login' ? sessionsTexts.approved : sessionsTexts.made;
    return formatText(sessionsTexts.began, { method, date });
  }
  const method = sessionsTexts.methods[session.method];
  return session.deviceName === null
    ? capitalised(formatText(sessionsTexts.began, { method, date }))
    : formatText(sessionsTexts.beganOn, { device: programOf(session), method, date });
}

function programOf({ client, platform }: Session): string {
  const program = client ?? sessionsTexts.unknownProgram;
  return platform === null
    ? program
    : formatText(sessionsTexts.programOn, { program, platform: platformNames[platform] });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
