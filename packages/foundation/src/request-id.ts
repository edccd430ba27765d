/** Whether this is a request id: 16 random bytes in lower-case hexadecimal. */
export function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}
