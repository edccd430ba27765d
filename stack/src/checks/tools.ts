/** What `npm run check` asks of the code without running it; the first parts of `npm test` too. */
export const TOOLS = {
  types: ['tsc', '-b'],
  lint: ['oxlint'],
  format: ['biome', 'check', '--error-on-warnings'],
  'dead-code': ['knip', '--no-progress', '--treat-config-hints-as-errors'],
} as const satisfies Record<string, readonly string[]>;
