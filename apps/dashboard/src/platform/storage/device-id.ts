const COOKIE = 'comet-device-id';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The device id in a Cookie header's text, or null when there is none or it is not a UUID. */
export function readDeviceId(cookies: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies)?.[1] ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value : null;
}

/** The cookie that keeps a device id for a year, for this site alone. */
export function deviceIdCookie(id: string, https: boolean): string {
  return `${COOKIE}=${id}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Strict${https ? '; Secure' : ''}`;
}

let current: string | null = null;

/** Names this browser to the API; made once, at random. */
export function deviceId(): string {
  current ??= readDeviceId(document.cookie);
  if (current === null) {
    current = randomUuid();
    document.cookie = deviceIdCookie(current, location.protocol === 'https:');
  }
  return current;
}

/** Whether this browser keeps the cookie. Without it, each page load is another device to the API, which ends every session. */
export function keepsDeviceId(): boolean {
  deviceId();
  return readDeviceId(document.cookie) !== null;
}

/** `crypto.randomUUID` exists in secure contexts only, and a dashboard on a LAN address is not one. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
