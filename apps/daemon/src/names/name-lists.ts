import { type Clock, reasonOf, taskQueue } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import {
  type DaemonSettings,
  isListUrl,
  maxListTexts,
  type NameList,
  type ResultOf,
} from '@comet/tunnel-protocol';
import type { ListText } from '../model/settings/settings-text.ts';
import type { LocalResolver } from '../platform/dns/local-resolver.ts';
import type { ListInfo, NameListFiles } from '../platform/files/name-list-files.ts';

/** Age in ms at which a list is downloaded again, and after a failure. */
const updateInterval = 24 * 3_600_000;
const retryInterval = 3_600_000;
/** Delay in ms of the check after a connect, which has priority, and of each later one. */
const firstCheck = 5_000;
const checkInterval = 15 * 60_000;

interface NameListsParts {
  readonly files: NameListFiles;
  readonly settings: () => Pick<DaemonSettings, 'nameLists' | 'allowedNames'>;
  readonly resolver: Pick<LocalResolver, 'fetchList' | 'countNames' | 'reload'>;
  /** The gateway's resolvers; null without a tunnel. */
  readonly resolvers: () => readonly string[] | null;
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

type TextRefusal = 'name_list_empty' | 'name_list_too_large';

export type NameLists = ReturnType<typeof createNameLists>;

/** The user's own lists: their texts, and daily downloads while a tunnel is up. */
export function createNameLists(parts: NameListsParts) {
  const { files, settings, resolver, clock, after, log } = parts;
  const next = taskQueue();
  let cancelCheck: (() => void) | null = null;

  /** Downloads lists one after the other, and gives changed ones to the resolver. A failure keeps the last text. */
  async function download(lists: readonly NameList[]): Promise<void> {
    let isChanged = false;
    for (const list of lists) {
      const resolvers = parts.resolvers();
      if (resolvers === null) break;
      const known = await files.readInfo(list);
      const changed = await downloadOne(list, known, resolvers).catch((error: unknown) => {
        log.error({ reason: reasonOf(error) }, 'A block or allow list could not be updated');
        return false;
      });
      isChanged ||= changed;
    }
    if (isChanged) await resolver.reload();
  }

  /** Returns whether the text has changed. */
  async function downloadOne(
    list: NameList,
    known: ListInfo,
    resolvers: readonly string[],
  ): Promise<boolean> {
    const etag = known.names === null ? null : known.etag;
    const fetched = await resolver.fetchList({ url: list.source, etag, resolvers });
    const now = clock.now().toISOString();
    switch (fetched.result) {
      case 'new': {
        const { names, text } = fetched;
        await files.write(list, text, {
          ...{ names, etag: fetched.etag, updatedAt: now, checkedAt: now, failure: null },
        });
        return true;
      }
      case 'unchanged':
        await files.writeInfo(list, { ...known, updatedAt: now, checkedAt: now, failure: null });
        return false;
      case 'failed':
        await files.writeInfo(list, { ...known, checkedAt: now, failure: fetched.failure });
        return false;
    }
  }

  const withUrl = () => settings().nameLists.filter(({ source }) => isListUrl(source));

  async function isDue(list: NameList): Promise<boolean> {
    const { checkedAt, failure } = await files.readInfo(list);
    const age = clock.now().getTime() - Date.parse(checkedAt ?? '');
    // Also after the clock was set back.
    return !(age >= 0 && age < (failure === null ? updateInterval : retryInterval));
  }

  async function check(): Promise<void> {
    const due: NameList[] = [];
    for (const list of withUrl()) if (await isDue(list)) due.push(list);
    await download(due);
  }

  function schedule(delay: number): void {
    cancelCheck?.();
    cancelCheck = after(delay, () => {
      void next(check);
      schedule(checkInterval);
    });
  }

  async function textLists(): Promise<ListText[]> {
    const lists = settings().nameLists.filter(({ source }) => !isListUrl(source));
    const texts = await Promise.all(lists.map((list) => files.readText(list)));
    return lists.map((list, place) => ({ ...list, text: texts[place]?.toString('utf8') ?? '' }));
  }

  /** Stores all texts or none; with `others` they must not exceed the maximum size. */
  async function writeTexts(
    lists: readonly ListText[],
    others: readonly ListText[],
  ): Promise<TextRefusal | null> {
    const bytes = [...lists, ...others].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    if (bytes > maxListTexts) return 'name_list_too_large';
    const counts = await Promise.all(lists.map(({ text }) => resolver.countNames(text)));
    if (counts.includes(0)) return 'name_list_empty';
    const now = clock.now().toISOString();
    for (const [place, { text, ...list }] of lists.entries()) {
      const names = counts[place] ?? null;
      await files.write(list, text, { names, etag: null, updatedAt: now, checkedAt: now, failure: null });
    }
    return null;
  }

  return {
    /** Whether a tunnel is up: downloads begin a few seconds later. */
    onConnected(isConnected: boolean): void {
      if (isConnected) schedule(firstCheck);
      else cancelCheck?.();
    },
    async rows(): Promise<ResultOf<'name-list.list'>> {
      const rows = settings().nameLists.map(async (list) => {
        const { names, updatedAt, failure } = await files.readInfo(list);
        return { ...list, isUrl: isListUrl(list.source), names, updatedAt, failure };
      });
      return { lists: await Promise.all(rows), allowed: [...settings().allowedNames] };
    },
    textLists,
    /** Stores the text of a list. */
    async writeText(list: ListText): Promise<TextRefusal | null> {
      const others = (await textLists()).filter(
        ({ kind, source }) => kind !== list.kind || source !== list.source,
      );
      return writeTexts([list], others);
    },
    /** Stores the texts of an imported settings file, which replaces all lists. */
    importTexts: (lists: readonly ListText[]) => writeTexts(lists, []),
    /** Downloads these lists now; false without a tunnel. */
    async update(lists: readonly NameList[] = withUrl()): Promise<boolean> {
      if (parts.resolvers() === null) return false;
      await next(() => download(lists));
      return true;
    },
    /** Applies changed texts. */
    reload: () => resolver.reload(),
    /** Removes the texts of lists that the settings do not have. */
    clean: () => files.keepOnly(settings().nameLists),
    close: () => cancelCheck?.(),
  };
}
