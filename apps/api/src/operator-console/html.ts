import { escapeXml } from '@comet/foundation';
/** HTML that needs no further escaping. */
export interface Html {
  readonly html: string;
}

type HtmlValue = string | number | Html | readonly Html[] | null;

/** Renders HTML; every value that is not `Html` is escaped, null renders nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlValue[]): Html {
  let out = strings[0] ?? '';
  for (const [index, part] of parts.entries()) out += render(part) + (strings[index + 1] ?? '');
  return { html: out };
}

function render(part: HtmlValue): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeXml(String(part));
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('');
}
