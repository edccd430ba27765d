import type { Clock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { SliceLedger, type SlicesFile, type SliceSource } from './features/metering/index.ts';
import { debouncedWriter } from './platform/debounced-writer.ts';

/** Milliseconds in which what was used is on the disk. */
const saveWithin = 2_000;

export interface SliceAccountsParts {
  readonly slices: StateFile<SlicesFile>;
  readonly source: SliceSource;
  readonly clock: Clock;
}

/** The slices that are drawn, on the disk and at the control plane. */
export interface SliceAccounts {
  readonly ledger: SliceLedger;
  /** Reports what was used, and has `end` stop what is paid by slices that are over. */
  tell(end: (lapsed: ReadonlySet<string>) => Promise<void>): Promise<void>;
  /** The last report, and all of it on the disk. */
  close(): Promise<void>;
}

/** Goes on with what an earlier process wrote; `unwritten` hears when the disk takes no more. */
export async function openSliceAccounts(
  { slices, source, clock }: SliceAccountsParts,
  unwritten: (error: unknown) => void,
): Promise<SliceAccounts> {
  const ledger = new SliceLedger(source, await slices.read(), clock, () => writer.soon());
  const writer = debouncedWriter(
    slices,
    () => ledger.toFile(),
    () => saveWithin,
    unwritten,
  );
  return {
    ledger,
    async tell(end) {
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
