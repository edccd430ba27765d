/** Files whose components show sentences, which must come from packages/texts. */
const SCREENS = /^(apps\/(dashboard|site|desktop\/ui)|packages\/ui)\/src\/.+\.tsx?$/;

/** The operator console and emails are HTML in templates: a text that looks like a heading is one. */
const HTML_TEMPLATES = /^apps\/api\/src\/(operator-console\/.+|(.+\/)?emails?(-facts)?)\.ts$/;

/** Attributes that are shown or read by a screen reader. */
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

/** Contents of these elements are code, the same in every language. */
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

/** True for a file whose components show sentences. `file` is a path from the repository's root, with forward slashes. */
export const isScreenFile = (file: string): boolean =>
  (SCREENS.test(file) || HTML_TEMPLATES.test(file)) && !/\.test\.tsx?$/.test(file);

/** Why `text` must not be in such a file: it names a language for Intl, which a second catalogue could not change. */
export function refuseLocale(text: string): string | null {
  return /^[a-z]{2}-[A-Z]{2}$/.test(text)
    ? `'${text}' is a language: packages/texts sets it, and formats days, figures and lists (format.ts).`
    : null;
}

/** Why `text` must not be the content of a `tag`; null when it may: signs and single letters are no words. */
export function refuseText(text: string, tag: string | null): string | null {
  if (tag !== null && CODE_TAGS.has(tag)) return null;
  return hasWord(text) ? `"${text.trim().slice(0, 40)}" is written into a component. ${REASON}` : null;
}

/** Why an attribute must not contain `text`; null when it may. */
export function refuseAttribute(name: string, text: string): string | null {
  if (!TEXT_ATTRIBUTES.has(name)) return null;
  return hasWord(text) ? `${name}="${text.slice(0, 40)}" is written into a component. ${REASON}` : null;
}

/** Why a template must not contain this markup; `pieces` are its parts between the inserted values. */
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
 * Why a string anywhere in `file` must not be there; null when it may. In a component a sentence is a capital letter and a second word, as no
 * key or class name has; in the console and emails a capital letter alone.
 */
export function refuseSentence(file: string, text: string): string | null {
  const isSentence = HTML_TEMPLATES.test(file)
    ? /^\p{Lu}(\p{Ll}| \p{Ll})/u.test(text)
    : file.endsWith('.tsx') && /^\p{Lu}\p{Ll}* \p{L}/u.test(text);
  return isSentence ? `"${text.slice(0, 40)}" is written into a screen. ${REASON}` : null;
}

/** Ignores character references such as `&nbsp;`. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''));
