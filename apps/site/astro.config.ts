import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { addresses } from './src/platform/addresses.ts';
import { inlineScript } from './src/platform/inline-script.ts';
import { subsetFonts } from './src/platform/subset-fonts.ts';

/** Result pages of forms, excluded from the sitemap. */
const unlisted = /\/(get-in-touch\/(not-)?sent|404)\/$/;

export default defineConfig({
  site: addresses.site,
  trailingSlash: 'always',
  // The only stylesheet is part of each page, so that a page is painted without another request; the policy
  // allows it by its hash.
  build: { format: 'directory', inlineStylesheets: 'always', assets: 'assets' },
  // Syntax highlighting would need inline styles for its colors.
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [subsetFonts, inlineScript, react(), sitemap({ filter: (page) => !unlisted.test(page) })],
  // Nothing is inlined: the policy forbids inline images and fonts, and with a script inside it a page would
  // not fit into the first packets.
  vite: { plugins: [tailwindcss()], build: { assetsInlineLimit: 0 } },
});
