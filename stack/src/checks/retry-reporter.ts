import type { Reporter, TestCase } from 'vitest/node';
import { RETRIED, SKIPPED, describeRetry } from './retried-test.ts';

/** A vitest reporter that prints a line for each test that passed only on retry, and for each skipped test with its reason. */
export default class RetryReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId} › ${test.fullName}`;
    const result = test.result();
    if (result.state === 'skipped' && result.note !== undefined)
      console.log(`${SKIPPED}${name} was skipped: ${result.note}`);
    if (test.diagnostic()?.flaky !== true) return;
    const [first] = result.errors ?? [];
    const failure = { message: first?.message, line: first?.stacks?.[0]?.line };
    console.log(RETRIED + describeRetry(name, failure));
  }
}
