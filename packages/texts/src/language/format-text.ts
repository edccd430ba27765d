import { atFirstUse } from './at-first-use.ts';
import { keepTogether } from './keep-together.ts';
import { LOCALE } from './locale.ts';

/** The names in braces of a sentence: `'at least {min} characters'` → `'min'`. */
export type Properties<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Properties<Rest>
  : never;

/** A sentence requires exactly the values of its placeholders; one without placeholders takes none. */
type Values<T extends string> = [Properties<T>] extends [never]
  ? []
  : [values: Readonly<Record<Properties<T>, string | number>>];

/** Fills the `{property}` placeholders of a sentence. The compiler rejects a missing value and one without a placeholder. */
export function fill<const T extends string>(sentence: T, ...values: Values<T>): string {
  const given: Readonly<Record<string, string | number>> = values[0] ?? {};
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(given[name] ?? place));
}

/** The same for a screen: amounts and dates stay on one line. */
export function formatText<const T extends string>(sentence: T, ...values: Values<T>): string {
  return keepTogether(fill(sentence, ...values));
}

/** A sentence for each plural category of the language (CLDR plural rules); English has `one` and `other`. */
export type PluralForms<T extends string = string> = Readonly<
  Partial<Record<Intl.LDMLPluralRule, T>> & { other: T }
>;

const rules = atFirstUse(() => new Intl.PluralRules(LOCALE));

/** The form for a number, which may contain `{count}`. */
export function plural<const T extends string>(count: number, forms: PluralForms<T>): T {
  return forms[rules().select(count)] ?? forms.other;
}
