import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { addresses } from './src/platform/addresses.ts';
import { smallFaces } from './src/platform/small-faces.ts';

/** Result pages of forms, left out of the sitemap. */
const unlisted = /\/(get-in-touch\/(not-)?sent|404)\/$/;

export default defineConfig({
  site: addresses.site,
  trailingSlash: 'always',
  // The one stylesheet comes with each page, so that a page paints as soon as it is there; the policy allows it by its hash.
  build: { format: 'directory', inlineStylesheets: 'always', assets: 'assets' },
  // Colours would be inline styles.
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [smallFaces, react(), sitemap({ filter: (page) => !unlisted.test(page) })],
  // The policy refuses pictures and faces in a page. A script comes after its page: within it, the page would not fit into the first packets.
  vite: { plugins: [tailwindcss()], build: { assetsInlineLimit: 0 } },
});
