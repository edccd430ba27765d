/** Files of user interfaces: their sentences must come from packages/texts. */
const SCREENS = /^(apps\/(dashboard|site|desktop\/ui)|packages\/ui)\/src\/.+\.tsx?$/;

/** The operator console and emails are HTML templates, in which a capitalised text counts as a heading. */
const HTML_TEMPLATES = /^apps\/api\/src\/(operator-console\/.+|(.+\/)?emails?(-facts)?)\.ts$/;

/** Attributes whose value is shown or read by a screen reader. */
const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set([
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

/** Elements whose content is code, which is not translated. */
const CODE_TAGS: ReadonlySet<string> = new Set([
  'CodeBlock',
  'code',
  'kbd',
  'pre',
  'samp',
  'script',
  'style',
]);

const CODE_ELEMENTS = new RegExp(`<(${[...CODE_TAGS].join('|')})\\b[^>]*>.*?</\\1>`, 'gs');

const REASON = 'Sentences belong into packages/texts, so that they can be translated.';

/** Returns whether a file is part of a user interface. `file` is a path from the repository's root, with forward slashes. */
export const isScreenFile = (file: string): boolean =>
  (SCREENS.test(file) || HTML_TEMPLATES.test(file)) && !/\.test\.tsx?$/.test(file);

/** Returns why `text` must not be in such a file if it is a locale for Intl, which another catalogue could not change; else null. */
export function refuseLocale(text: string): string | null {
  return /^[a-z]{2}-[A-Z]{2}$/.test(text)
    ? `'${text}' is a language: packages/texts sets it, and formats days, figures and lists (format.ts).`
    : null;
}

/** Returns why `text` must not be the content of a `tag`; null if it has no words. Signs and single letters are not words. */
export function refuseText(text: string, tag: string | null): string | null {
  if (tag !== null && CODE_TAGS.has(tag)) return null;
  return hasWord(text) ? `"${text.trim().slice(0, 40)}" is written into a component. ${REASON}` : null;
}

/** Returns why an attribute must not contain `text`; null if it may. */
export function refuseAttribute(name: string, text: string): string | null {
  if (!TEXT_ATTRIBUTES.has(name)) return null;
  return hasWord(text) ? `${name}="${text.slice(0, 40)}" is written into a component. ${REASON}` : null;
}

/** Returns why a template must not contain this markup; null if it may. `pieces` are the parts between the inserted values. */
export function refuseMarkup(pieces: readonly string[]): string | null {
  const markup = pieces.join(' ').replace(CODE_ELEMENTS, ' ');
  for (const [, name = '', text = ''] of markup.matchAll(/([\w-]+)="([^"]*)"/g)) {
    const reason = refuseAttribute(name, text);
    if (reason !== null) return reason;
  }
  return refuseText(markup.replace(/<[^>]*>/g, ' '), null);
}

/** Returns whether the markup so far ends within a tag: a value inserted there belongs to an attribute. */
export const endsInTag = (pieces: readonly string[]): boolean => {
  const markup = pieces.join(' ');
  return markup.lastIndexOf('<') > markup.lastIndexOf('>');
};

/**
 * Returns why a string must not be in `file`; null if it may. In a component, a sentence is a capital letter and a second word, which no
 * key or class name has; in the console and emails, a capital letter suffices.
 */
export function refuseSentence(file: string, text: string): string | null {
  const isSentence = HTML_TEMPLATES.test(file)
    ? /^\p{Lu}(\p{Ll}| \p{Ll})/u.test(text)
    : file.endsWith('.tsx') && /^\p{Lu}\p{Ll}* \p{L}/u.test(text);
  return isSentence ? `"${text.slice(0, 40)}" is written into a screen. ${REASON}` : null;
}

/** Ignores character references such as `&nbsp;`. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''));
