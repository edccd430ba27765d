/** A shipped library whose licence requires a notice. */
export interface Library {
  /** Type of its package URL. */
  readonly registry: 'npm' | 'cargo';
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as published. */
  readonly licence: string;
  /** The contents of its licence and notice files; none if none are published. */
  readonly texts: readonly string[];
}

/** Names of licence and notice files. */
const called = /^(?:licen[sc]e|copying|notice|unlicense|ofl)/i;

/** Returns the licence and notice files of a folder, sorted by name. */
export const noticesAmong = (files: readonly string[]): string[] =>
  files.filter((file) => called.test(file)).toSorted();

/** Returns one text: the libraries by name, then each distinct notice with the names of its libraries. */
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
