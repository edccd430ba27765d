import { forgetConnections } from '@comet/linux-network';

/** Deletes conntrack entries of freed addresses. */
export interface Connections {
  /** Schedules the deletion; concurrent calls are combined, since each deletion walks through the kernel's table. */
  forget(addresses: readonly string[]): void;
  /** Resolves when all scheduled deletions are done. */
  settled(): Promise<void>;
}

/** `onError` is called once per outage. */
export function openConnections(
  onError: (error: unknown) => void,
  forgetNow: (addresses: readonly string[]) => Promise<void> = forgetConnections,
): Connections {
  let waiting = new Set<string>();
  let working: Promise<void> | null = null;
  let isErrorReported = false;

  async function work(): Promise<void> {
    while (waiting.size > 0) {
      const addresses = [...waiting];
      waiting = new Set();
      try {
        await forgetNow(addresses);
        isErrorReported = false;
      } catch (error) {
        if (!isErrorReported) onError(error);
        isErrorReported = true;
      }
    }
    working = null;
  }

  return {
    forget(addresses) {
      for (const address of addresses) waiting.add(address);
      if (waiting.size > 0) working ??= work();
    },
    settled: () => working ?? Promise.resolve(),
  };
}
