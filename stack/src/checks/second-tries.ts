import type { Reporter, TestCase } from 'vitest/node';
import { SECOND_TRY } from './counts.ts';

/** A reporter of vitest that says, a line each, which tests passed only at their second try. */
export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true)
      console.log(`${SECOND_TRY}${test.module.relativeModuleId} › ${test.fullName}`);
  }
}
