/**
 * Whether a location is a whole country, `us-any-home`: any exit there may be used, also a provider's, which relays TCP over IPv4
 * only.
 */
export function isAnyCity(location: string): boolean {
  return location.split('-')[1] === 'any';
}
