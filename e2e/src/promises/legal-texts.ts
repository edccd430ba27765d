import { readRepositoryFile } from './evidence.ts';

const documents = ['privacy', 'refunds', 'terms'] as const;

/** Returns the paragraphs, list items and table rows of the legal pages, by document and heading (the front matter under ``). */
export function legalTexts(): Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> {
  return Object.fromEntries(
    documents.map((name) => [name, sectionsOf(readRepositoryFile(`apps/site/content/legal/${name}.md`))]),
  );
}

function sectionsOf(markdown: string): Record<string, string[]> {
  const [first = '', ...others] = markdown.split(/^## /m);
  const sections = [`front\n${first}`, ...others].map((text) => text.split('\n'));
  return Object.fromEntries(
    sections.map(([heading = '', ...lines]) => [
      heading,
      lines.filter((line) => !/^(---|\|---|\| what \||title:|$)/.test(line)),
    ]),
  );
}
