/** How busy a gateway or location is: at a low load clients get the same connection as on an idle one. */
export type LoadLevel = 'low' | 'medium' | 'high';

/** Returns the level of a load in percent. */
export function loadLevel(percent: number): LoadLevel {
  if (percent < 50) return 'low';
  return percent < 80 ? 'medium' : 'high';
}
