/** Seconds between keepalives; keeps the mapping of a home router open, and tells a dead gateway from a silent one. */
export const keepalive = 25;
