import type { Platform } from '../database/schema.ts';
import type { CallingClient } from '../http/user-agent.ts';
import type { Letter } from './letter.ts';

type Fact = NonNullable<Letter['facts']>[number];

const platformNames: Readonly<Record<Platform, string>> = {
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  ios: 'iOS',
  android: 'Android',
  router: 'a router',
  other: 'another system',
};

const minute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** What something was done with: `Firefox on Linux`. */
export function deviceFact({ name, platform }: CallingClient): Fact {
  const program = name ?? 'An unknown program';
  return { term: 'Device', value: platform === null ? program : `${program} on ${platformNames[platform]}` };
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `21 November 2026`, in UTC. */
export function dateText(at: Date): string {
  return day.format(at);
}

export function dateFact(at: Date): Fact {
  return { term: 'Date', value: dateText(at) };
}

/** When: `21 November 2026 at 12:05 UTC`. A mail does not know the time zone of its reader. */
export function timeFact(at: Date): Fact {
  return { term: 'Time', value: `${minute.format(at)} UTC` };
}
