const drawings = import.meta.glob<string>('../../../../../docs/diagrams/*.svg', {
  eager: true,
  import: 'default',
  query: '?raw',
});

/**
 * Replaces the Mermaid blocks of a document by their drawings, `docs/diagrams/<document>-<number>.svg`, which `diagrams.test.ts` makes.
 * A drawing that is wider than a phone scrolls, also by keyboard. Throws if a drawing is missing.
 */
export function withDiagrams(html: string, document: string): string {
  let number = 0;
  return html.replaceAll(/<pre[^>]*><code class="language-mermaid">.*?<\/code><\/pre>/gs, () => {
    number += 1;
    const file = `${document}-${number}.svg`;
    const drawing = Object.entries(drawings).find(([path]) => path.endsWith(`/${file}`))?.[1];
    if (drawing === undefined) throw new Error(`docs/diagrams/${file} is missing`);
    return `<div class="overflow-x-auto" role="group" tabindex="0">${drawing.trim()}</div>`;
  });
}
