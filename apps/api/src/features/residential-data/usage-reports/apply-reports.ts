import type { UsageRefusal, UsageReport } from '@comet/contract';
import { isDataError } from '../../../platform/database/failures.ts';
import type { SpendingDeps } from '../handle-lower-balance.ts';
import { recordReports } from '../record-usage.ts';
import { openReports, type UsageMessage } from './open-reports.ts';

/** What became of a report. */
export type UsageOutcome =
  | { readonly kind: 'applied'; readonly report: string; readonly unknown: readonly string[] }
  | { readonly kind: 'refused'; readonly report: string | null; readonly reason: UsageRefusal };

/** Maximum number of leases in one transaction: their accounts are locked until it ends. */
const maxLeases = 2_000;

/**
 * Applies the reports of messages in as few transactions as `maxLeases` permits; all are committed when it resolves. Returns the outcomes in
 * the order of the messages. A report that the database refuses is refused alone. Throws where the database cannot be used: some reports may
 * then be committed, and all can be applied again.
 */
export async function applyReports(
  deps: SpendingDeps,
  messages: readonly UsageMessage[],
): Promise<readonly UsageOutcome[]> {
  const opened = await openReports({ db: deps.db, now: deps.clock.now() }, messages);
  const reports = opened.flatMap(({ report, refused }) => (refused === null ? [report] : []));
  const applied = new Map<UsageReport, UsageOutcome>();
  for (const some of inTransactions(reports)) {
    const outcomes = await applyTogether(deps, some);
    for (const [index, report] of some.entries()) {
      const outcome = outcomes[index];
      if (outcome !== undefined) applied.set(report, outcome);
    }
  }
  return opened.map(({ report, refused }): UsageOutcome => {
    const id = report?.report ?? null;
    if (refused !== null) return { kind: 'refused', report: id, reason: refused };
    return applied.get(report) ?? { kind: 'refused', report: id, reason: 'invalid' };
  });
}

/** Divides reports into groups of at most `maxLeases` leases, or of one report. */
function inTransactions(reports: readonly UsageReport[]): readonly (readonly UsageReport[])[] {
  const groups: UsageReport[][] = [];
  let leases = Number.POSITIVE_INFINITY;
  for (const report of reports) {
    leases += report.leases.length;
    if (leases > maxLeases) {
      groups.push([]);
      leases = report.leases.length;
    }
    groups.at(-1)?.push(report);
  }
  return groups;
}

async function applyTogether(
  deps: SpendingDeps,
  reports: readonly UsageReport[],
): Promise<readonly UsageOutcome[]> {
  try {
    const unknown = await recordReports(
      deps,
      reports.map(({ gateway, leases }) => ({ gatewayId: gateway, leases })),
    );
    return reports.map(({ report }, index) => ({ kind: 'applied', report, unknown: unknown[index] ?? [] }));
  } catch (error) {
    if (!isDataError(error)) throw error;
    const [only] = reports;
    if (only !== undefined && reports.length === 1)
      return [{ kind: 'refused', report: only.report, reason: 'invalid' }];
    const outcomes: UsageOutcome[] = [];
    for (const report of reports) outcomes.push(...(await applyTogether(deps, [report])));
    return outcomes;
  }
}
