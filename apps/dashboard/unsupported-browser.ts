import { unsupportedBrowserTexts } from '@comet/texts';
import type { Plugin } from 'vite';

const page = ({
  headline,
  explanation,
}: (typeof unsupportedBrowserTexts)[keyof typeof unsupportedBrowserTexts]): string =>
  '<main class="mx-auto w-full max-w-160 px-5 pt-10 sm:px-10">' +
  `<h1 class="m-0 text-[2rem] leading-[1.12] sm:text-headline">${headline}</h1>` +
  `<p class="m-0 mt-2 text-quiet">${explanation}</p></main>`;

/**
 * Notices for a browser in which the program cannot run: without scripts, without storage (detected by page-head's theme.js), or without
 * cookies (detected by the program); each is a template in the page, because nothing can be loaded to show it.
 */
export const unsupportedBrowser: Plugin = {
  name: 'comet:shut-out',
  transformIndexHtml: () => [
    { tag: 'noscript', children: page(unsupportedBrowserTexts.scripts), injectTo: 'body' },
    {
      tag: 'template',
      attrs: { id: 'closed-storage' },
      children: page(unsupportedBrowserTexts.storage),
      injectTo: 'body',
    },
    {
      tag: 'template',
      attrs: { id: 'closed-cookies' },
      children: page(unsupportedBrowserTexts.cookies),
      injectTo: 'body',
    },
  ],
};
