import { forgetConnections } from '@comet/linux-network';

/** Followed connections of addresses that have lost their holder. */
export interface Connections {
  /** Has them forgotten soon: the call does not wait, and many calls are few walks through the kernel's table. */
  forget(addresses: readonly string[]): void;
  /** Resolves when nothing waits to be forgotten any more. */
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
