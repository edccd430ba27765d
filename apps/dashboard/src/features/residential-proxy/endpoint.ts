/** Targeting of an exit. */
export interface Target {
  /** ISO 3166-1 alpha-2, upper case; null for any. */
  readonly country: string | null;
  /** A city's code; null for any. */
  readonly city: string | null;
  /** Null for another address with each connection. */
  readonly session: Session | null;
}

interface Session {
  /** 1 to 32 lower-case letters and digits. */
  readonly name: string;
  /** Minutes, 1 to 1440. */
  readonly lifetime: number;
  /** Whether the session fails or moves when its exit goes offline. */
  readonly ifGone: 'fail' | 'replace';
}

/**
 * Returns the user name with its targeting in the gateway's syntax:
 * `USER-country-us-city-nyc-session-abc-lifetime-30-ifgone-fail`.
 */
export function targetedUsername(username: string, { country, city, session }: Target): string {
  return [
    username,
    ...(country === null ? [] : ['country', country.toLowerCase()]),
    ...(city === null ? [] : ['city', city]),
    ...(session === null
      ? []
      : ['session', session.name, 'lifetime', String(session.lifetime), 'ifgone', session.ifGone]),
  ].join('-');
}

/** Returns whether the name has 1 to 32 lower-case letters or digits. */
export function isSessionName(name: string): boolean {
  return /^[a-z0-9]{1,32}$/.test(name);
}

/** Parses a session lifetime in minutes: `10` → 10; null if it is invalid. */
export function lifetimeOf(typed: string): number | null {
  const minutes = Number(typed);
  return typed !== '' && Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440 ? minutes : null;
}

/** Returns a random session name of eight letters. */
export function newSessionName(): string {
  const letters = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(letters, (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
