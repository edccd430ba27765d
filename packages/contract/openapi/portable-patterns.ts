/**
 * Unicode classes as ranges that every regular expression engine supports: JSON Schema does not guarantee a Unicode mode. Characters
 * without a range (unassigned ones, lone surrogates) are omitted; the API rejects them nevertheless.
 */
const portableClasses: Readonly<Record<string, string>> = {
  '\\p{C}':
    '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff',
  '\\p{Zl}': '\\u2028',
  '\\p{Zp}': '\\u2029',
  '\\p{Co}': '\\ue000-\\uf8ff',
  '\\p{Cs}': '',
  '\\p{Cn}': '',
};

/** Returns the pattern with its Unicode classes as ranges. Throws for a class without known ranges. */
export function portable(pattern: string): string {
  return pattern.replaceAll(/\\p\{\w+\}/g, (unicodeClass) => {
    const ranges = portableClasses[unicodeClass];
    if (ranges === undefined) throw new Error(`The pattern ${pattern} needs ranges for ${unicodeClass}`);
    return ranges;
  });
}
