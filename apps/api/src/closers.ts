/** What has been started, so that it can be ended again. */
export interface Closers {
  add(close: () => void | Promise<void>): void;
  /** Ends everything once, the newest first: requests before the jobs they may leave, those before what both stand on. */
  closeAll(): Promise<void>;
}

export function createClosers(): Closers {
  const open: (() => void | Promise<void>)[] = [];
  let closing: Promise<void> | null = null;
  const closeAll = async () => {
    const failures: unknown[] = [];
    for (let close = open.pop(); close !== undefined; close = open.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended');
  };
  return {
    add: (close) => open.push(close),
    closeAll: () => (closing ??= closeAll()),
  };
}

/** Begins to listen, and names the variable to change where it cannot; `variable` ends in PORT and has a sibling that ends in HOST. */
export async function listening<T>(
  variable: string,
  where: { readonly host: string; readonly port: number },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const [reason, at] = refusals[(error as NodeJS.ErrnoException).code ?? ''] ?? [];
    if (reason === undefined || at === undefined) throw error;
    const named = variable.replace(/PORT$/, at);
    throw new Error(`${where.host}:${where.port} ${reason}: choose another by ${named}`, { cause: error });
  }
}

/** Why a system refuses an address, and which half of it to change. */
const refusals: Readonly<Record<string, readonly [reason: string, at: 'HOST' | 'PORT']>> = {
  EADDRINUSE: ['is in use', 'PORT'],
  EACCES: ['needs more rights', 'PORT'],
  EADDRNOTAVAIL: ['is not an address of this machine', 'HOST'],
  ENOTFOUND: ['is not an address of this machine', 'HOST'],
};
