import type { Company } from '../../platform/company.ts';

/**
 * Puts the operator's values for `{COMPANY_…}` into HTML. A paragraph that names an optional setting which is
 * empty is left out. Throws for an unknown name.
 */
export function fillIn(html: string, company: Company): string {
  return html
    .replaceAll(/<p>(?:(?!<\/p>).)*<\/p>/gs, (paragraph) =>
      namesIn(paragraph).some((name) => valueOf(name, company) === '') ? '' : paragraph,
    )
    .replaceAll(/\{(COMPANY_[A-Z_]+)\}/g, (_whole, name: string) => inHtml(valueOf(name, company)));
}

const namesIn = (html: string): readonly string[] =>
  [...html.matchAll(/\{(COMPANY_[A-Z_]+)\}/g)].map(([, name = '']) => name);

function valueOf(name: string, company: Company): string {
  const value = (company as Readonly<Record<string, string | undefined>>)[name];
  if (value === undefined) throw new Error(`${name} is no setting of the company`);
  return value;
}

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
