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
  /** Small letters and digits, 1 to 32. */
  readonly name: string;
  /** Minutes, 1 to 1440. */
  readonly lifetime: number;
  /** Whether the session fails or moves when its exit goes offline. */
  readonly ifGone: 'fail' | 'replace';
}

/** The user name with its targeting, as the gateway's proxy reads it: `USER-country-us-city-nyc-session-abc-lifetime-30-ifgone-fail`. */
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

export function isSessionName(name: string): boolean {
  return /^[a-z0-9]{1,32}$/.test(name);
}

/** `10` → 10; null for what is no number of minutes that a session may have. */
export function lifetimeOf(typed: string): number | null {
  const minutes = Number(typed);
  return typed !== '' && Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440 ? minutes : null;
}

/** Eight letters that no other session has by accident. */
export function newSessionName(): string {
  const letters = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(letters, (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
