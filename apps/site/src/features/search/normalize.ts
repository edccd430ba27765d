/** Words of a text in lower case and without accents: `“Côte d’Ivoire”` → `cote`, `d`, `ivoire`. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
