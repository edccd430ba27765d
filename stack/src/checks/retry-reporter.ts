import type { Reporter, TestCase } from 'vitest/node';
import { FAILED, RETRIED, SKIPPED, describeFailure } from './retried-test.ts';

/** A vitest reporter that prints a line for each failed test, each that passed only on retry, and each skipped test with its reason. */
export default class RetryReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId} › ${test.fullName}`;
    const result = test.result();
    if (result.state === 'skipped' && result.note !== undefined)
      console.log(`${SKIPPED}${name} was skipped: ${result.note}`);
    const isRetried = test.diagnostic()?.flaky === true;
    if (!isRetried && result.state !== 'failed') return;
    const [first] = result.errors ?? [];
    const failure = { message: first?.message, line: first?.stacks?.[0]?.line };
    console.log((isRetried ? RETRIED : FAILED) + describeFailure(name, failure));
  }
}
