import * as z from 'zod/mini';
import {
  domainName,
  isListUrl,
  listSource,
  maxAllowedNames,
  maxListTexts,
  nameList,
  nameListKinds,
} from './name-lists.ts';

/** Error codes of the commands in this file. */
export const nameListErrors = [
  'name_list_unknown',
  'name_list_too_many',
  'name_list_empty',
  'name_list_too_large',
  'name_list_not_connected',
  'allowed_name_unknown',
  'allowed_names_too_many',
  'block_counts_not_kept',
] as const;

/** Why the last download of a list failed; its last text stays in use. */
export const listFailures = [
  'not_https',
  'unreachable',
  'status',
  'too_many_redirects',
  'too_large',
  'too_many_lines',
  'no_names',
  'timeout',
] as const;

export type ListFailure = (typeof listFailures)[number];

const nothing = z.object({});

const nameListRow = z.lazy(() =>
  z.extend(nameList, {
    /** Whether the source is a URL, from which the list is updated daily while a tunnel is up. */
    isUrl: z.boolean(),
    /** Number of names; null before the first download. */
    names: z.nullable(z.int()),
    /** ISO 8601; null before the first download. */
    updatedAt: z.nullable(z.string()),
    failure: z.nullable(z.enum(listFailures)),
  }),
);

const nameLists = z.lazy(() =>
  z.object({
    lists: z.array(nameListRow),
    /** Names that are allowed in addition, with their subdomains. */
    allowed: z.array(z.string()),
  }),
);

const blockCount = z.lazy(() =>
  z.object({
    /** The source of an own list; the name of a list of the gateway. */
    source: z.string(),
    /** Whether it is a list of the gateway; absent from a daemon without counts of these. */
    gateway: z._default(z.boolean(), false),
    /** Queries that the list has blocked today and in the last 30 days. */
    today: z.int(),
    month: z.int(),
  }),
);

const names = z.array(domainName).check(z.minLength(1), z.maxLength(maxAllowedNames));

/** Commands about the user's own block and allow lists, which this machine's resolver applies while a tunnel is up. Allow beats block. */
export const nameListCommands = {
  'name-list.list': { params: nothing, result: nameLists },
  /** Downloads the list now if a tunnel is up. */
  'name-list.add-url': {
    params: z.object({ kind: z.enum(nameListKinds), url: z.string().check(z.refine(isListUrl)) }),
    result: nameLists,
  },
  /** Replaces the text of a list with this name. Refused with `name_list_empty` for a text without names. */
  'name-list.add-text': {
    params: z.object({
      kind: z.enum(nameListKinds),
      name: listSource.check(z.refine((text) => !isListUrl(text))),
      text: z.string().check(z.maxLength(maxListTexts)),
    }),
    result: nameLists,
  },
  'name-list.remove': { params: nameList, result: nameLists },
  /** Downloads all lists with a URL. Refused with `name_list_not_connected` without a tunnel. */
  'name-list.update': { params: nothing, result: nameLists },
  'allowed-names.add': { params: z.object({ names }), result: nameLists },
  'allowed-names.remove': { params: z.object({ names }), result: nameLists },
  /**
   * Counts that the daemon keeps on this machine, without names: of own block lists, and of lists of the gateway that are chosen or have
   * counts. `countsGateway`: whether the settings let this machine's resolver count the latter.
   */
  'block-counts': {
    params: nothing,
    result: z.object({ lists: z.array(blockCount), countsGateway: z._default(z.boolean(), false) }),
  },
  'block-counts.clear': { params: nothing, result: nothing },
} as const;
