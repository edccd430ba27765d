import type { Reporter, TestCase } from 'vitest/node';
import { SECOND_TRY, SKIPPED, secondTry } from './second-try.ts';

/** A reporter of vitest that says, a line each, which tests passed only at another try, and which were skipped for a reason they give. */
export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId} › ${test.fullName}`;
    const result = test.result();
    if (result.state === 'skipped' && result.note !== undefined)
      console.log(`${SKIPPED}${name} was skipped: ${result.note}`);
    if (test.diagnostic()?.flaky !== true) return;
    const [first] = result.errors ?? [];
    const failure = { message: first?.message, line: first?.stacks?.[0]?.line };
    console.log(SECOND_TRY + secondTry(name, failure));
  }
}
