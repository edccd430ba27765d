import { isUsageReportOf } from '@comet/admission';
import { type UsageRefusal, type UsageReport, usageReport } from '@comet/contract';
import { jsonOf } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import { credentialKeysOf } from '../../../platform/machine-credentials/index.ts';

/** A stored message with a report. */
export interface UsageMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly signature: string;
}

/** Why a report is not opened. */
type OpenRefusal = Exclude<UsageRefusal, 'invalid'>;

/** A report that may be applied, or why it may not; `report` is null where the message contains none. */
export type OpenedReport =
  | { readonly report: UsageReport; readonly refused: null }
  | { readonly report: UsageReport | null; readonly refused: OpenRefusal };

/** The gateway that the NATS servers permit to publish on a subject. */
export const gatewayOfSubject = (subject: string): string => subject.split('.').at(-1) ?? '';

/** Returns the report of a message, without a check of its signature; refused where it names another gateway than the subject. */
function parseReport({ subject, data }: UsageMessage): OpenedReport {
  const parsed = usageReport.safeParse(jsonOf(Buffer.from(data).toString('utf8')));
  if (!parsed.success) return { report: null, refused: 'malformed' };
  const isOwn = parsed.data.gateway === gatewayOfSubject(subject);
  return { report: parsed.data, refused: isOwn ? null : 'other_gateway' };
}

/**
 * Opens the reports of messages, each of which must be signed with the key of its gateway's credential: NATS servers see the leases, but can
 * make no report about them. The keys are read in one statement.
 */
export async function openReports(
  { db, now }: { readonly db: Database; readonly now: Date },
  messages: readonly UsageMessage[],
): Promise<readonly OpenedReport[]> {
  const parsed = messages.map((message) => ({ message, opened: parseReport(message) }));
  const gatewayIds = new Set(
    parsed.flatMap(({ opened }) => (opened.refused === null ? [opened.report.gateway] : [])),
  );
  const keys = await credentialKeysOf(db, 'gateway', [...gatewayIds], now);
  return parsed.map(({ message, opened }) => {
    if (opened.refused !== null) return opened;
    const { report } = opened;
    const known = keys.get(report.gateway);
    if (known === undefined) return { report, refused: 'unknown_gateway' };
    const isSigned = known.some((key) => isUsageReportOf(key, message.data, message.signature));
    return isSigned ? opened : { report, refused: 'bad_signature' };
  });
}
