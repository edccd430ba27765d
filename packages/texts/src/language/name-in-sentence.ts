import { formatText } from './format-text.ts';

/** The actions on an entry that its owner has named. */
export const renameTexts = {
  rename: 'Rename',
  renameOf: 'Rename {name}',
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  renamed: 'Renamed to {name}.',
} as const;

/** Countries, by ISO 3166-1 alpha-2, whose names have an article within a sentence. */
const articled: ReadonlySet<string> = new Set([
  'AE',
  'BS',
  'CD',
  'CF',
  'CG',
  'DO',
  'GB',
  'GM',
  'KM',
  'MH',
  'MV',
  'NL',
  'PH',
  'SB',
  'SC',
  'US',
]);

const withArticle = 'the {country}';

/** `the Netherlands`, `France`: a country within a sentence. `code` is ISO 3166-1 alpha-2, upper case. */
export function nameInSentence({ code, name }: { readonly code: string; readonly name: string }): string {
  return articled.has(code) ? formatText(withArticle, { country: name }) : name;
}
