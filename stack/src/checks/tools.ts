/** Static checks: `npm run check`, and parts of `npm test`. */
export const TOOLS = {
  types: ['tsc', '-b'],
  lint: ['oxlint'],
  format: ['biome', 'check', '--error-on-warnings'],
  'dead-code': ['knip', '--no-progress', '--cache', '--treat-config-hints-as-errors'],
} as const satisfies Record<string, readonly string[]>;
