/** Static checks: `npm run check`, and parts of `npm test`. */
export const TOOLS = {
  types: ['tsc', '-b'],
  lint: ['oxlint'],
  format: ['biome', 'check', '--error-on-warnings'],
  'dead-code': ['knip', '--no-progress', '--cache', '--treat-config-hints-as-errors'],
} as const satisfies Record<string, readonly string[]>;

/**
 * Environment of the tools. tsgolint and tsc are Go programs that allocate much and live for a minute: with the default of 100, tsgolint spends
 * two thirds of its CPU time in garbage collection and allocation (GOGC, https://pkg.go.dev/runtime). A higher value takes gigabytes of memory.
 */
export const TOOL_ENVIRONMENT = { GOGC: '200' } as const;
