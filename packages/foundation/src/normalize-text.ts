/**
 * Removes case, accents and compatibility forms (Unicode NFKD), for comparing what people type: `São Paulo` and `ＳＡＯ ＰＡＵＬＯ` become
 * `sao paulo`.
 */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The normalized words of a text: `“Côte d’Ivoire”` → `cote`, `d`, `ivoire`. */
export const normalizedWords = (text: string): readonly string[] =>
  normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
