import { escapeXml } from '@comet/foundation';
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
  if (typeof part === 'string' || typeof part === 'number') return escapeXml(String(part));
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('');
}
