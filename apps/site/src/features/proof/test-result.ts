/** The last recorded run of a test file, as `npm test` with RECORD_PROOFS=yes enters it into `results.json`. */
export interface TestResult {
  /** ISO 8601. */
  readonly at: string;
  readonly passed: number;
  readonly failed: number;
}

/** Results by the path of the test file in the repository. */
export type TestResults = Readonly<Record<string, TestResult>>;
