import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const stylesheet = createRequire(import.meta.url).resolve('@comet/ui/icons.css');

/** The file of each icon of packages/ui, by name. */
const files: ReadonlyMap<string, string> = new Map(
  [...readFileSync(stylesheet, 'utf8').matchAll(/\.icon-([\w-]+) \{\s*mask-image: url\("([^"]+)"\)/g)].map(
    ([, name = '', path = '']) => [name, join(dirname(stylesheet), path)],
  ),
);

const drawings = new Map<string, string>();

/**
 * Returns an icon's file as inline SVG. Line icons (Lucide) are stroked, logos (Simple Icons) are filled;
 * site.css styles both.
 */
function drawingOf(name: string, size: string): string {
  const file = files.get(name);
  if (file === undefined) throw new Error(`There is no icon "${name}" in ${stylesheet}`);
  const inside = drawings.get(file) ?? shapesIn(readFileSync(file, 'utf8'));
  drawings.set(file, inside);
  const look = file.includes('simple-icons') ? 'icon-mark' : 'icon-line';
  return `<svg aria-hidden="true" class="${look} ${size}" viewBox="0 0 24 24">${inside}</svg>`;
}

const shapesIn = (svg: string): string =>
  svg
    .replace(/^[\s\S]*<svg[^>]*>(<title>.*?<\/title>)?/, '')
    .replace('</svg>', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' />', '/>')
    .replaceAll('> <', '><')
    .replaceAll(/\.(\d{3,})/g, (_, digits: string) => `.${hundredths(digits)}`)
    .trim();

/** The decimals of a coordinate as two digits: a hundredth of an icon's 24 units cannot be seen. */
const hundredths = (digits: string): string =>
  String(Math.min(99, Math.round(Number(`0.${digits}`) * 100))).padStart(2, '0');

/**
 * Inlines the icons of a page (`Icon` of packages/ui). As masks, each would need a request before the largest
 * paint, and a rule in the stylesheet of every page.
 */
export function inlineIcons(html: string): string {
  return html.replaceAll(
    /<span aria-hidden="true" class="icon icon-([\w-]+) ([\w.-]+)"><\/span>/g,
    (_whole, name: string, size: string) => drawingOf(name, size),
  );
}
