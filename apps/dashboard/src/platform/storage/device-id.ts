export const DEVICE_ID_COOKIE = 'comet-device-id';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns the device id in the text of a Cookie header; null if it is missing or not a UUID. */
export function readDeviceId(cookies: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${DEVICE_ID_COOKIE}=([^;]*)`).exec(cookies)?.[1] ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value : null;
}

/** The cookie with the device id, for a year and this site only. */
export function deviceIdCookie(id: string, https: boolean): string {
  return `${DEVICE_ID_COOKIE}=${id}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Strict${https ? '; Secure' : ''}`;
}

let current: string | null = null;

/** Returns the random id that identifies this browser to the API; created on first use. */
export function deviceId(): string {
  current ??= readDeviceId(document.cookie);
  if (current === null) {
    current = randomUuid();
    document.cookie = deviceIdCookie(current, location.protocol === 'https:');
  }
  return current;
}

/**
 * Whether this browser stores the cookie. Otherwise each page load has another device id, and the API rejects
 * the session.
 */
export function storesDeviceId(): boolean {
  deviceId();
  return readDeviceId(document.cookie) !== null;
}

/** `crypto.randomUUID` exists only in secure contexts, which a dashboard at a LAN address is not. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
