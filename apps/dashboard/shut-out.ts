import { shutOutTexts } from '@comet/texts';
import type { Plugin } from 'vite';

const words = ({ headline, explanation }: (typeof shutOutTexts)['scripts' | 'storage']): string =>
  `<h1 class="m-0 text-[2rem] leading-[1.12] sm:text-headline">${headline}</h1><p class="m-0 mt-2 text-quiet">${explanation}</p>`;
const place = 'mx-auto w-full max-w-160 px-5 pt-10 sm:px-10';

/**
 * What a browser shows in which the program cannot run: one without scripts, or one that keeps nothing for us, as page-head's theme.js has
 * found out. It stands in the page, since nothing else of ours is there to say it.
 */
export const shutOut: Plugin = {
  name: 'comet:shut-out',
  transformIndexHtml: () => [
    {
      tag: 'noscript',
      children: `<main class="${place}">${words(shutOutTexts.scripts)}</main>`,
      injectTo: 'body',
    },
    {
      tag: 'div',
      attrs: { role: 'main', class: `hidden in-data-[storage=closed]:block ${place}` },
      children: words(shutOutTexts.storage),
      injectTo: 'body',
    },
  ],
};
