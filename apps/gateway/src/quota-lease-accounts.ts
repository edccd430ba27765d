import type { Clock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { QuotaLeaseLedger, type QuotaLeasesFile, type QuotaLeaseSource } from './features/metering/index.ts';
import { debouncedWriter } from './platform/files/debounced-writer.ts';

/** Milliseconds in which what was used is on the disk. */
const saveDelay = 2_000;

export interface QuotaLeaseAccountsParts {
  readonly quotaLeases: StateFile<QuotaLeasesFile>;
  readonly source: QuotaLeaseSource;
  readonly clock: Clock;
}

/** The quota leases that are drawn, on the disk and at the control plane. */
export interface QuotaLeaseAccounts {
  readonly ledger: QuotaLeaseLedger;
  /** Reports what was used, and has `end` stop what is paid by quota leases that are over. */
  report(end: (lapsed: ReadonlySet<string>) => Promise<void>): Promise<void>;
  /** The last report, and all of it on the disk. */
  close(): Promise<void>;
}

/** Continues with the file of an earlier process; `onWriteError` is called when the disk is full. */
export async function openQuotaLeaseAccounts(
  { quotaLeases, source, clock }: QuotaLeaseAccountsParts,
  onWriteError: (error: unknown) => void,
): Promise<QuotaLeaseAccounts> {
  const ledger = new QuotaLeaseLedger(source, await quotaLeases.read(), clock, () => writer.schedule());
  const writer = debouncedWriter(
    quotaLeases,
    () => ledger.toFile(),
    () => saveDelay,
    onWriteError,
  );
  return {
    ledger,
    async report(end) {
      await ledger.report();
      const lapsed = ledger.lapsed();
      if (lapsed.size > 0) await end(lapsed);
    },
    async close() {
      await ledger.report();
      await writer.flush();
    },
  };
}
