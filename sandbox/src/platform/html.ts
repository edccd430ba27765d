/** HTML that needs no further escaping. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[];

/** Template tag for HTML; escapes every value that is not `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let out = strings[0] ?? '';
  for (const [index, part] of parts.entries()) out += render(part) + (strings[index + 1] ?? '');
  return { html: out };
}

function render(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
