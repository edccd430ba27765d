import { glob, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { expect, test } from 'vitest';
import { withDiagrams } from './diagrams.ts';

const docs = join(import.meta.dirname, '../../../../../docs');

/** The colors of the site's theme (packages/ui/src/tokens.css) for those of the drawing library. */
const colors: Readonly<Record<string, string>> = {
  '--_text': '--text',
  '--_text-sec': '--quiet',
  '--_text-muted': '--quiet',
  '--_line': '--edge',
  '--_arrow': '--quiet',
  '--_node-fill': '--raised',
  '--_node-stroke': '--edge',
  '--_inner-stroke': '--line',
  '--_group-fill': '--ground',
  '--_group-hdr': '--warm',
  '--bg': '--ground',
  '--fg': '--text',
};

/** Width of the site's text column, in pixels. */
const columnWidth = 672;

/** Returns the attributes of a drawing that is as wide as the column. */
function sized(width: string, height: string): string {
  return `width="${columnWidth}" height="${Math.round((Number(height) * columnWidth) / Number(width))}"`;
}

/** Draws a diagram without inline styles, which the site's policy forbids. Returns a line for each element. */
function draw(source: string, name: string): string {
  const title = /^\s*accTitle: (.+)$/m.exec(source)?.[1];
  if (title === undefined) throw new Error(`${name} has no accTitle`);
  return (
    renderMermaidSVG(source.replace(/^\s*accTitle: .+\n/m, ''), {
      padding: 8,
      nodeSpacing: 16,
      layerSpacing: 36,
    })
      .replace(/<style>.*?<\/style>\n?/s, '')
      .replace(/width="([\d.]+)" height="([\d.]+)"/, (_whole, width: string, height: string) =>
        sized(width, height),
      )
      .replace(/ style="[^"]*"/, ` role="img" aria-label="${title}"`)
      .replaceAll(/ data-[a-z-]+="[^"]*"/g, '')
      // A label remains readable where it crosses a line.
      .replaceAll(
        /<text (?=[^>]*fill="var\(--_text-muted\)")/g,
        '<text paint-order="stroke" stroke="var(--ground)" stroke-width="4" ',
      )
      .replaceAll(/ id="([^"]+)"/g, ` id="${name}-$1"`)
      .replaceAll('url(#', `url(#${name}-`)
      .replaceAll(/\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10))
      .replaceAll(/var\((--[_a-z-]+)\)/g, (whole, color: string) => {
        if (color === '--ground') return whole;
        const ours = colors[color];
        if (ours === undefined) throw new Error(`${name} has the unknown color ${color}`);
        return `var(${ours})`;
      })
      .concat('\n')
  );
}

test('docs/diagrams has the drawing of each diagram of the published documents', async () => {
  const found: string[] = [];
  for await (const file of glob('{*.md,decisions/*.md}', { cwd: docs })) {
    const text = await readFile(join(docs, file), 'utf8');
    for (const [index, [, source = '']] of [...text.matchAll(/```mermaid\n(.*?)```/gs)].entries()) {
      const name = `${basename(file, '.md')}-${index + 1}`;
      found.push(`${name}.svg`);
      await expect(draw(source, name)).toMatchFileSnapshot(join(docs, 'diagrams', `${name}.svg`));
    }
  }
  const stored = await readdir(join(docs, 'diagrams'));
  expect(stored.toSorted()).toEqual(found.toSorted());
});

test('a block of Mermaid is replaced by its drawing, other code is kept', () => {
  const block = '<pre tabindex="0"><code class="language-mermaid">flowchart TB\n</code></pre>';
  const other = '<pre tabindex="0"><code class="language-sh">ls</code></pre>';
  const html = withDiagrams(`${other}${block}`, 'architecture');
  expect(html).toContain(`${other}<div class="overflow-x-auto" role="group" tabindex="0"><svg `);
  expect(html).toContain('aria-label="Processes and their connections"');
  expect(html).not.toContain('mermaid');
  expect(() => withDiagrams(block, 'security')).toThrow('docs/diagrams/security-1.svg is missing');
});
