import { isIp } from '@comet/foundation';
import * as z from 'zod/mini';

/** Whether the names of a list are blocked, or never blocked. */
export const nameListKinds = ['block', 'allow'] as const;
export type NameListKind = (typeof nameListKinds)[number];

/** Maximum number of the user’s own lists, and of names that are allowed in addition. */
export const maxNameLists = 16;
export const maxAllowedNames = 256;
/** Maximum size of the texts of all lists without a URL, in bytes of UTF-8: an exported settings file contains them. */
export const maxListTexts = 100_000;

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Returns a domain name of at least two labels in lower case, without a final dot; null for anything else. */
export function parseDomain(text: string): string | null {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  const isName = labels.length > 1 && name.length <= 253 && labels.every((one) => label.test(one));
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? name : null;
}

/** Whether a text is the URL of a list: HTTPS, without a password and a fragment. */
export function isListUrl(text: string): boolean {
  const url = text.length <= 500 && /^https:\/\/[!-~]+$/i.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' && `${url.username}${url.password}${url.hash}` === '';
}

export const domainName = z.string().check(z.refine((text) => parseDomain(text) === text));

/** The URL of a list that is updated, or the name of a text. */
export const listSource = z
  .string()
  .check(z.refine((text) => isListUrl(text) || /^(?!https?:)[^\p{C}]{1,60}$/iu.test(text)));

/** Maximum number of domains with a DNS server of their own. */
export const maxSplitDomains = 16;

/** A domain with its subdomains, and the IP address of its DNS server. */
export const splitDomain = z.object({ domain: domainName, server: z.string().check(z.refine(isIp)) });

export type SplitDomain = z.output<typeof splitDomain>;

/** One of the user's own lists: names, hosts(5) or filters of ad blockers. The daemon keeps its text beside the settings. */
export const nameList = z.object({ kind: z.enum(nameListKinds), source: listSource });

export type NameList = z.output<typeof nameList>;

/** Whether no two lists of a kind have the same source. */
export function areListsUnique(lists: readonly NameList[]): boolean {
  return new Set(lists.map(({ kind, source }) => `${kind} ${source}`)).size === lists.length;
}
