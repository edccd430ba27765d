/** What `comet` ends with. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notRunning: 3 } as const;
