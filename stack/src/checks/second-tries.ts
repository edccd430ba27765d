import type { Reporter, TestCase } from 'vitest/node';
import { SECOND_TRY, secondTry } from './second-try.ts';

/** A reporter of vitest that says, a line each, which tests passed only at another try. */
export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const [first] = test.result().errors ?? [];
    const failure = { message: first?.message, line: first?.stacks?.[0]?.line };
    console.log(SECOND_TRY + secondTry(`${test.module.relativeModuleId} › ${test.fullName}`, failure));
  }
}
