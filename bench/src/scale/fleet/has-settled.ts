/** Returns whether the CPU time of the last of equal periods is no longer clearly below that of the one before. */
export function hasSettled(cpuMs: readonly number[]): boolean {
  const [before, last] = cpuMs.slice(-2);
  return before !== undefined && last !== undefined && last > 0.8 * before;
}
