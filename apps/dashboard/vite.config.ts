import { pageTexts } from '@comet/texts';
import { pageHead } from '@comet/ui/page-head';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractTable } from './contract-table.ts';
import { firstChunks } from './first-files.ts';
import { firstFiles } from './first-files.ts';
import { firstFonts } from './first-fonts.ts';
import { firstReads } from './first-reads.ts';
import { unsupportedBrowser } from './unsupported-browser.ts';

/** URL of the API during development; printed by `npm start`. */
const api = process.env['COMET_API_URL'] ?? 'http://127.0.0.1:4800';

/** The two fonts of every first screen. */
const FIRST_FACES = /(bricolage-grotesque-latin-opsz|instrument-sans-latin-wght)-normal[^/]*\.woff2$/;

/** Preloads these fonts together with the stylesheet, so that text is not rendered in a fallback font first. */
const preloadFaces: Plugin = {
  name: 'comet:preload-faces',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FACES.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  },
};

/** Description in search results. */
const description: Plugin = {
  name: 'comet:description',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'description', content: pageTexts.description }, injectTo: 'head' },
  ],
};

export default defineConfig({
  plugins: [
    contractTable(),
    react(),
    tailwindcss(),
    pageHead,
    preloadFaces,
    description,
    unsupportedBrowser,
    firstFiles(),
    firstReads,
    firstFonts,
  ],
  // React has provided the hook since version 18, so the shim for older versions is not needed.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: { proxy: { '/api': api } },
  build: {
    // Icons are inlined only in CSS: the pages' policy forbids data: URLs for scripts, and a font in the
    // stylesheet would delay the first paint.
    assetsInlineLimit: (file) => file.includes('lucide-static'),
    // Browsers without `modulepreload` load a file when it is imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: firstChunks },
        // The first page contains the name of every file: each character of a hash counts 130 times.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
});
