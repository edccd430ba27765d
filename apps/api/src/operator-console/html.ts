/** HTML that needs no further escaping. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[] | null;

/** Renders HTML; every value that is not `Html` is escaped, null renders nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let out = strings[0] ?? '';
  for (const [index, part] of parts.entries()) out += render(part) + (strings[index + 1] ?? '');
  return { html: out };
}

function render(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('');
}

const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&${names[sign]};`);
}
