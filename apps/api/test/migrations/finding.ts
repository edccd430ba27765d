/**
 * A rule that a migration breaks. `contraction`: code of an earlier release fails on the result; allowed in a migration that names the
 * release since which no code uses the object. `unsafe`: the statement blocks a table for long or fails on existing rows; never allowed.
 */
export interface Finding {
  readonly kind: 'contraction' | 'unsafe';
  readonly sentence: string;
}

export const contraction = (sentence: string): Finding => ({ kind: 'contraction', sentence });
export const unsafe = (sentence: string): Finding => ({ kind: 'unsafe', sentence });
