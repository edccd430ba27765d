import { err, ok, type Result } from '@comet/foundation';
import {
  type DaemonSettings,
  maxAllowedNames,
  maxNameLists,
  type NameList,
  type ParamsOf,
  type ResultOf,
  type Snapshot,
} from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';
import { type BlockCounts, filterListId } from '../../names/block-counts.ts';
import { type ResolverSettings, usesResolverProgram } from '../../tunnel/resolvers.ts';
import { listId } from '../../platform/files/name-list-files.ts';
import type { NameLists } from '../../names/name-lists.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface NameListCommandParts {
  readonly nameLists: NameLists;
  readonly blockCounts: Pick<BlockCounts, 'sums' | 'clear'>;
  readonly settings: () => ResolverSettings;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): Promise<Result<Snapshot, RequestFailure>>;
}

type Rows = Promise<Result<ResultOf<'name-list.list'>, RequestFailure>>;

/** The commands of `name-list-commands.ts` in the protocol. */
export function nameListCommandsOf({ nameLists, blockCounts, settings, set }: NameListCommandParts) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const rows = async (): Rows => ok(await nameLists.rows());
  const has = (wanted: NameList) =>
    settings().nameLists.some(({ kind, source }) => kind === wanted.kind && source === wanted.source);

  async function change(part: Partial<DaemonSettings>): Rows {
    const done = await set(part);
    return done.ok ? rows() : done;
  }

  /** Adds a list; null if it is in the settings. */
  async function add(list: NameList): Promise<RequestFailure | null> {
    if (has(list)) return null;
    const done = await set({ nameLists: [...settings().nameLists, list] });
    return done.ok ? null : done.error;
  }

  const isFull = (list: NameList) => !has(list) && settings().nameLists.length >= maxNameLists;

  return {
    'name-list.list': rows,
    'name-list.add-url': async ({ kind, url }: ParamsOf<'name-list.add-url'>): Rows => {
      const list = { kind, source: url };
      if (isFull(list)) return refuse('name_list_too_many');
      const failure = await add(list);
      if (failure !== null) return err(failure);
      await nameLists.update([list]);
      return rows();
    },
    'name-list.add-text': async ({ kind, name, text }: ParamsOf<'name-list.add-text'>): Rows => {
      const list = { kind, source: name };
      if (isFull(list)) return refuse('name_list_too_many');
      const refusal = await nameLists.writeText({ ...list, text });
      if (refusal !== null) return refuse(refusal);
      const isKnown = has(list);
      const failure = await add(list);
      if (failure !== null) return err(failure);
      if (isKnown) await nameLists.reload();
      return rows();
    },
    'name-list.remove': async (list: ParamsOf<'name-list.remove'>): Rows => {
      if (!has(list)) return refuse('name_list_unknown');
      const others = settings().nameLists.filter(
        ({ kind, source }) => kind !== list.kind || source !== list.source,
      );
      const done = await change({ nameLists: others });
      await nameLists.clean();
      return done;
    },
    'name-list.update': async (): Rows =>
      (await nameLists.update()) ? rows() : refuse('name_list_not_connected'),
    'allowed-names.add': async ({ names }: ParamsOf<'allowed-names.add'>): Rows => {
      const allowedNames = [...new Set([...settings().allowedNames, ...names])];
      return allowedNames.length > maxAllowedNames
        ? refuse('allowed_names_too_many')
        : change({ allowedNames });
    },
    'allowed-names.remove': async ({ names }: ParamsOf<'allowed-names.remove'>): Rows => {
      const { allowedNames } = settings();
      if (names.some((name) => !allowedNames.includes(name))) return refuse('allowed_name_unknown');
      return change({ allowedNames: allowedNames.filter((name) => !names.includes(name)) });
    },
    'block-counts': async (): Promise<Result<ResultOf<'block-counts'>, RequestFailure>> => {
      const sums = await blockCounts.sums();
      const { dns, blockLists, nameLists: own } = settings();
      const blocking = own.filter(({ kind }) => kind === 'block');
      const gateway = blockListNames.map((source) => ({
        source,
        gateway: true,
        ...sums(filterListId(source)),
      }));
      return ok({
        lists: [
          ...blocking.map((list) => ({ source: list.source, gateway: false, ...sums(listId(list)) })),
          ...gateway.filter(({ source, month }) => month > 0 || blockLists[source]),
        ],
        countsGateway: dns === null && usesResolverProgram(settings()),
      });
    },
    'block-counts.clear': async (): Promise<Result<ResultOf<'block-counts.clear'>, RequestFailure>> =>
      (await blockCounts.clear()) ? ok({}) : refuse('block_counts_not_kept'),
  };
}
