/** The rooms that put sentences before people; every one of them takes its sentences from packages/texts. */
const SHOWING_ROOMS = /^(apps\/(dashboard|site|desktop\/ui)|packages\/ui)\/src\/.+\.tsx?$/;

/** The operator's desk and mails are written as text: what looks like a heading there is one. */
const WRITTEN_PAGES = /^apps\/api\/src\/(desk\/.+|(.+\/)?letters?(-facts)?)\.ts$/;

/** Attributes that a reader or a screen reader says aloud. */
const SPOKEN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'headline',
  'hint',
  'label',
  'note',
  'placeholder',
  'summary',
  'title',
]);

/** What is typed into a machine is the same in every language. */
const MACHINE_TAGS: ReadonlySet<string> = new Set([
  'CodeBlock',
  'code',
  'kbd',
  'pre',
  'samp',
  'script',
  'style',
]);

const MACHINE_WORDS = new RegExp(`<(${[...MACHINE_TAGS].join('|')})\\b[^>]*>.*?</\\1>`, 'gs');

const REASON = 'Sentences live in packages/texts, where a second language finds them.';

/** True for a file whose components show sentences. `file` is a path from the repository's root, with forward slashes. */
export const showsWords = (file: string): boolean =>
  (SHOWING_ROOMS.test(file) || WRITTEN_PAGES.test(file)) && !/\.test\.tsx?$/.test(file);

/** Why `text` must not stand in such a file: it names a language for Intl, which a second catalogue would not reach. */
export function refuseLocale(text: string): string | null {
  return /^[a-z]{2}-[A-Z]{2}$/.test(text)
    ? `'${text}' is a language: packages/texts names it, and words days, figures and lists in it (format.ts).`
    : null;
}

/** Why `text` must not stand between the tags of a `tag`; null when it may: signs and single letters are no words. */
export function refuseText(text: string, tag: string | null): string | null {
  if (tag !== null && MACHINE_TAGS.has(tag)) return null;
  return hasWord(text) ? `"${text.trim().slice(0, 40)}" is written into a component. ${REASON}` : null;
}

/** Why an attribute must not hold `text` as it is written; null when it may. */
export function refuseAttribute(name: string, text: string): string | null {
  if (!SPOKEN_ATTRIBUTES.has(name)) return null;
  return hasWord(text) ? `${name}="${text.slice(0, 40)}" is written into a component. ${REASON}` : null;
}

/** Why a page must not be written with these words; `pieces` are its markup, between the values that are filled in. */
export function refuseMarkup(pieces: readonly string[]): string | null {
  const markup = pieces.join(' ').replace(MACHINE_WORDS, ' ');
  for (const [, name = '', text = ''] of markup.matchAll(/([\w-]+)="([^"]*)"/g)) {
    const reason = refuseAttribute(name, text);
    if (reason !== null) return reason;
  }
  return refuseText(markup.replace(/<[^>]*>/g, ' '), null);
}

/** True where the markup so far ends within a tag: what is filled in there is an attribute's, and not read. */
export const endsInTag = (pieces: readonly string[]): boolean => {
  const markup = pieces.join(' ');
  return markup.lastIndexOf('<') > markup.lastIndexOf('>');
};

/**
 * Why a text that stands anywhere in `file` must not be written there; null when it may. In a component that is a capital with a second
 * word behind it, as no name of a key or a class has; on a written page a capital alone.
 */
export function refuseSentence(file: string, text: string): string | null {
  const isSentence = WRITTEN_PAGES.test(file)
    ? /^\p{Lu}(\p{Ll}| \p{Ll})/u.test(text)
    : file.endsWith('.tsx') && /^\p{Lu}\p{Ll}* \p{L}/u.test(text);
  return isSentence ? `"${text.slice(0, 40)}" is written into a screen. ${REASON}` : null;
}

/** Signs may be written by their names: `&nbsp;`. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''));
