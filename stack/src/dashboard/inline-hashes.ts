import { createHash } from 'node:crypto';

/**
 * The source expressions that allow the inline scripts or stylesheets of a page, and no other: their hashes (CSP Level 3, §2.3.1).
 * Structured data is no script.
 */
export function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const other = '\\ssrc=|\\stype="application/ld\\+json"';
  const inline = new RegExp(`<${element}(?![^>]*(?:${other}))[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
