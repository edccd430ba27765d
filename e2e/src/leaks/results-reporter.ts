import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { PACKETS } from './capture.ts';

const file = join(import.meta.dirname, '../../../apps/site/src/features/leak-test/last-leak-test.json');

/** Writes the result of a complete run of the leak tests for the site: when it ended, its tests, and the packets with and without our rules. */
export default class ResultsReporter implements Reporter {
  readonly #last = new Map<string, TestResult>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#last.set(test.id, result);
  }

  onEnd({ status }: FullResult): void {
    if (status !== 'passed') return;
    const results = [...this.#last.values()].filter((result) => result.status === 'passed');
    const packets = (type: string): number =>
      results
        .flatMap(({ annotations }) => annotations.filter((annotation) => annotation.type === type))
        .reduce((sum, { description }) => sum + Number(description), 0);
    const outcome = {
      finishedAt: new Date().toISOString(),
      tests: results.length,
      packetsOutside: packets(PACKETS.on),
      packetsWithoutRules: packets(PACKETS.off),
    };
    writeFileSync(file, `${JSON.stringify(outcome, null, 2)}\n`);
  }
}
