import { err, isIp, ok, type Result } from '@comet/foundation';
import type { ParamsOf } from '@comet/tunnel-protocol';
import { type BlockListName, blockListNames } from '@comet/tunnel-protocol/choices';
import { featureTexts as texts } from '@comet/texts/tunnel';

/** A command of the daemon's protocol as words of `comet` become it. */
type Request<N extends 'dns.set' | 'block-lists.set'> = { readonly command: N; readonly params: ParamsOf<N> };

export type Feature = Request<'dns.set'> | Request<'block-lists.set'>;

type Parsed = Result<Feature, string>;

/** A command line that is none of those which every user meets; null when it is of no feature either. */
export function parseFeature(_words: readonly string[]): Parsed | null {
  return null;
}

/** What `comet set` is given, the name of a setting first; null when it is no feature's. */
export function parseSetting([name, ...values]: readonly string[]): Parsed | null {
  switch (name) {
    case 'dns':
      return parseDns(values);
    case 'block':
      return parseBlock(values);
    default:
      return null;
  }
}

function parseDns(values: readonly string[]): Parsed {
  if (values.length === 1 && values[0] === 'default')
    return ok({ command: 'dns.set', params: { dns: null } });
  const fitting = values.length > 0 && values.length <= 3 && values.every(isIp);
  return fitting ? ok({ command: 'dns.set', params: { dns: { servers: [...values] } } }) : err(texts.dnsForm);
}

function parseBlock(values: readonly string[]): Parsed {
  const none = { ads: false, trackers: false, malware: false };
  if (values.length === 1 && values[0] === 'none')
    return ok({ command: 'block-lists.set', params: { blockLists: none } });
  if (values.length === 0 || !values.every(isList)) return err(texts.blockForm);
  const chosen = Object.fromEntries(values.map((list) => [list, true]));
  return ok({ command: 'block-lists.set', params: { blockLists: { ...none, ...chosen } } });
}

function isList(word: string): word is BlockListName {
  return blockListNames.some((list) => list === word);
}
