import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { addresses } from './src/platform/addresses.ts';

/** Pages that say what became of a form are no use to who searches. */
const unlisted = /\/(get-in-touch\/(not-)?sent|404)\/$/;

export default defineConfig({
  site: addresses.site,
  trailingSlash: 'always',
  // One stylesheet for all pages, and nothing inline: the pages' policy allows no inline style and no inline script.
  build: { format: 'directory', inlineStylesheets: 'never', assets: 'assets' },
  // Colours would be inline styles.
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [react(), sitemap({ filter: (page) => !unlisted.test(page) })],
  vite: { plugins: [tailwindcss()], build: { assetsInlineLimit: 0 } },
});
