/**
 * Removes case, accents and compatibility forms (Unicode NFKD), for comparing what people type: `São Paulo` and `ＳＡＯ ＰＡＵＬＯ` become
 * `sao paulo`.
 */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
