/** A library that is part of what we ship, under a licence that asks for its notice. */
export interface Library {
  readonly name: string;
  readonly version: string;
  /** By the names of SPDX, as its makers wrote it. */
  readonly licence: string;
  /** Its files of licences and notices, as they are; none where its makers ship none. */
  readonly texts: readonly string[];
}

/** What files of licences and notices are called. */
const called = /^(?:licen[sc]e|copying|notice|unlicense|ofl)/i;

/** Those of a folder's files that hold a licence or a notice, by name. */
export const noticesAmong = (files: readonly string[]): string[] =>
  files.filter((file) => called.test(file)).toSorted();

/** One text for all: the libraries by name, and each different notice once, under the names of those whose it is. */
export function noticesText(libraries: readonly Library[]): string {
  const sorted = libraries.toSorted((one, other) => (title(one) < title(other) ? -1 : 1));
  const owners = new Map<string, string[]>();
  for (const library of sorted)
    for (const text of library.texts) {
      const notice = text.replaceAll('\r\n', '\n').trim();
      owners.set(notice, [...(owners.get(notice) ?? []), title(library)]);
    }
  const list = sorted.map((library) => `${title(library)}: ${library.licence}`);
  const notices = [...owners].map(
    ([notice, names]) => `${LINE}\n${[...new Set(names)].join(', ')}\n\n${notice}`,
  );
  return `${[[...new Set(list)].join('\n'), ...notices].join('\n\n')}\n`;
}

const LINE = '-'.repeat(78);

const title = ({ name, version }: Library): string => `${name} ${version}`;
