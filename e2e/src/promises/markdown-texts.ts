import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRepositoryFile } from './evidence.ts';

const content = 'apps/site/content';
const legal = ['privacy', 'refunds', 'terms'] as const;

/** Paragraphs, list items and table rows of a document by heading; the text before the first heading is under `front`. */
type Sections = Readonly<Record<string, readonly string[]>>;

/** Returns the sections of the legal pages, by document. */
export function legalTexts(): Readonly<Record<string, Sections>> {
  return Object.fromEntries(
    legal.map((name) => [name, sectionsOf(readRepositoryFile(`${content}/legal/${name}.md`))]),
  );
}

type Guides = Readonly<Record<string, Sections>>;

/** Returns the sections of the articles, without code blocks. */
export const articleTexts = (): Readonly<Record<'articles', Guides>> => ({ articles: guidesIn('articles') });

/** Returns the sections of the help pages, without code blocks. */
export const helpPageTexts = (): Readonly<Record<'help', Guides>> => ({ help: guidesIn('help') });

function guidesIn(kind: 'help' | 'articles'): Guides {
  const names = readdirSync(join(import.meta.dirname, '../../..', content, kind)).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const markdown = readRepositoryFile(`${content}/${kind}/${name}`).replaceAll(
        /^ *```[\s\S]*?```$/gm,
        '',
      );
      return [name.replace('.md', ''), sectionsOf(markdown)];
    }),
  );
}

function sectionsOf(markdown: string): Sections {
  const [first = '', ...others] = markdown.split(/^## /m);
  const sections = [`front\n${first}`, ...others].map((text) => text.split('\n'));
  return Object.fromEntries(
    sections.map(([heading = '', ...lines]) => [
      heading,
      lines.map((line) => line.trim()).filter((line) => !/^(---|\|---|\| what \||title:|tags:|$)/.test(line)),
    ]),
  );
}
