import type { Clock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { QuotaLeaseLedger, type QuotaLeasesFile, type QuotaLeaseSource } from './features/metering/index.ts';
import { debouncedWriter } from './platform/files/debounced-writer.ts';

/** Delay in ms until the usage is saved. */
const saveDelay = 2_000;

export interface QuotaLeaseAccountsParts {
  readonly quotaLeases: StateFile<QuotaLeasesFile>;
  readonly source: QuotaLeaseSource;
  readonly clock: Clock;
}

/** The quota leases of this gateway, saved and reported to the control plane. */
interface QuotaLeaseAccounts {
  readonly ledger: QuotaLeaseLedger;
  /** Reports the usage, then calls `end` with the lapsed quota leases, whose traffic must stop. */
  report(end: (lapsed: ReadonlySet<string>) => Promise<void>): Promise<void>;
  /** Reports and saves the usage for the last time. */
  close(): Promise<void>;
}

/** Continues with the saved quota leases; `onWriteError` is called when saving fails. */
export async function openQuotaLeaseAccounts(
  { quotaLeases, source, clock }: QuotaLeaseAccountsParts,
  onWriteError: (error: unknown) => void,
): Promise<QuotaLeaseAccounts> {
  const ledger = new QuotaLeaseLedger(source, await quotaLeases.read(), clock, () => writer.schedule());
  const writer = debouncedWriter(() => quotaLeases.write(ledger.toFile()), saveDelay, onWriteError);
  return {
    ledger,
    async report(end) {
      await ledger.report();
      const lapsed = ledger.lapsed();
      if (lapsed.size > 0) await end(lapsed);
    },
    async close() {
      await ledger.report('now');
      await writer.flush();
    },
  };
}
