import { readFile, rm } from 'node:fs/promises';
import { type Clock, jsonOf, reasonOf, taskQueue } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { BlockListName } from '@comet/tunnel-protocol';
import * as z from 'zod/mini';
import { replaceFile } from '../platform/files/replace-file.ts';

/** Minimum time in ms between two writes. */
const writeInterval = 60_000;
/** Number of days that are kept, with the current one. */
const keptDays = 30;

const form = z.record(
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  z.record(z.string(), z.int().check(z.minimum(0))),
);
type Days = z.output<typeof form>;

interface BlockCountsParts {
  readonly path: string;
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

export type BlockCounts = ReturnType<typeof createBlockCounts>;

/** The id of a gateway's list in `comet-resolver`'s counts (crates/local-resolver): no id of an own list has a colon. */
export function filterListId(list: BlockListName): string {
  return `gateway:${list}`;
}

/** Counts the blocked queries of each list by day, in a file without names. A file that cannot be read counts as none. */
export function createBlockCounts({ path, clock, after, log }: BlockCountsParts) {
  let days: Days | null = null;
  let cancelWrite: (() => void) | null = null;
  const next = taskQueue();

  async function load(): Promise<Days> {
    if (days !== null) return days;
    const text = await readFile(path, 'utf8').catch(() => '');
    const parsed = form.safeParse(jsonOf(text));
    days = parsed.success ? parsed.data : {};
    return days;
  }

  async function write(): Promise<void> {
    cancelWrite?.();
    cancelWrite = null;
    await replaceFile(path, JSON.stringify(days ?? {})).catch((error: unknown) =>
      log.error({ reason: reasonOf(error) }, 'The counts of blocked names could not be kept'),
    );
  }

  return {
    /** Adds queries by the id of their list. */
    add: (blocked: Readonly<Record<string, number>>): Promise<void> =>
      next(async () => {
        const kept = await load();
        const today = dayOf(clock.now());
        const sums = (kept[today] ??= {});
        for (const [list, count] of Object.entries(blocked)) sums[list] = (sums[list] ?? 0) + count;
        const oldest = dayOf(clock.now(), keptDays - 1);
        for (const day of Object.keys(kept)) if (day < oldest) delete kept[day];
        cancelWrite ??= after(writeInterval, () => void next(write));
      }),
    /** The queries of each list, by its id. */
    sums: (): Promise<(list: string) => { today: number; month: number }> =>
      next(async () => {
        const kept = await load();
        const [today, oldest] = [dayOf(clock.now()), dayOf(clock.now(), keptDays - 1)];
        const recent = Object.entries(kept).filter(([day]) => day >= oldest && day <= today);
        return (list) => ({
          today: kept[today]?.[list] ?? 0,
          month: recent.reduce((sum, [, lists]) => sum + (lists[list] ?? 0), 0),
        });
      }),
    /** Deletes all counts; false if the file could not be deleted. */
    clear: (): Promise<boolean> =>
      next(async () => {
        cancelWrite?.();
        cancelWrite = null;
        days = {};
        return rm(path, { force: true }).then(
          () => true,
          () => false,
        );
      }),
    close: (): Promise<void> => next(async () => (cancelWrite === null ? undefined : write())),
  };
}

/** The calendar day in this machine's time zone, some days before a date. */
function dayOf(date: Date, before = 0): string {
  const day = new Date(date.getFullYear(), date.getMonth(), date.getDate() - before);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
