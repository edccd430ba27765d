/** Evidence that several sentences share. */
export * from './proofs/tunnel.ts';
export * from './proofs/set-up.ts';
export * from './proofs/plans.ts';
export * from './proofs/residential.ts';
