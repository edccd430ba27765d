import { keepTogether } from '@comet/texts/site';

/** Elements whose text is no prose: code, styles, scripts and what is copied. */
const verbatim = /(<(script|style|code|pre|title|textarea)\b[\s\S]*?<\/\2>)|(?<=>)[^<]+/g;

/** Keeps amounts with their units, and dates, on one line in the text of a page. */
export function keepLines(html: string): string {
  return html.replaceAll(verbatim, (text, skipped: string | undefined) =>
    skipped === undefined ? keepTogether(text) : skipped,
  );
}
