/** The rooms that put sentences before people; every one of them takes its sentences from packages/texts. */
const SHOWING_ROOMS = /^(apps\/(dashboard|site|desktop\/ui)|packages\/ui)\/src\/.+\.tsx?$/;

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

const REASON = 'Sentences live in packages/texts, where a second language finds them.';

/** True for a file whose components show sentences. `file` is a path from the repository's root, with forward slashes. */
export const showsWords = (file: string): boolean => SHOWING_ROOMS.test(file) && !/\.test\.tsx?$/.test(file);

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

/** Signs may be written by their names: `&nbsp;`. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''));
