/** How much a gateway or location has to do: clients get the same connection at a low load as alone. */
export type LoadLevel = 'low' | 'medium' | 'high';

/** Returns the level of a load in percent. */
export function loadLevel(percent: number): LoadLevel {
  if (percent < 50) return 'low';
  return percent < 80 ? 'medium' : 'high';
}
