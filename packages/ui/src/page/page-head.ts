import { readFileSync } from 'node:fs';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Files next to every page, by name, with their media types. */
const FILES: Readonly<Record<string, string>> = {
  'comet.svg': 'image/svg+xml',
  'theme.js': 'text/javascript',
};

const TAGS: readonly Omit<HtmlTagDescriptor, 'injectTo'>[] = [
  { tag: 'meta', attrs: { charset: 'utf-8' } },
  {
    tag: 'meta',
    attrs: { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
  },
  { tag: 'link', attrs: { rel: 'icon', href: '/comet.svg', type: 'image/svg+xml' } },
  { tag: 'script', attrs: { src: '/theme.js' } },
];

function contents(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url));
}

/**
 * Adds to the head of every page: character encoding, viewport, icon and theme. The theme is a separate
 * script that runs before the first paint: the pages' policy forbids inline scripts, and a module would run
 * too late.
 */
export const pageHead: Plugin = {
  name: 'comet:page-head',
  transformIndexHtml: {
    order: 'post',
    handler: () => TAGS.map((tag) => ({ ...tag, injectTo: 'head-prepend' as const })),
  },
  configureServer({ middlewares }) {
    for (const [name, type] of Object.entries(FILES))
      middlewares.use(`/${name}`, (_request, response) => {
        response.setHeader('content-type', type);
        response.end(contents(name));
      });
  },
  generateBundle() {
    for (const fileName of Object.keys(FILES))
      this.emitFile({ type: 'asset', fileName, source: contents(fileName) });
  },
};
