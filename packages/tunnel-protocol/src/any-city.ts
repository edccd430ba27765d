/**
 * Whether a location is a whole country, `us-any-home`: whichever exit there is leads on, a provider's too, which carries TCP over IPv4 and
 * nothing else.
 */
export function isAnyCity(location: string): boolean {
  return location.split('-')[1] === 'any';
}
