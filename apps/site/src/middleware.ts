import { defineMiddleware } from 'astro:middleware';
import { inlineIcons } from './platform/inline-icons.ts';
import { keepLines } from './platform/keep-lines.ts';
import { preventOptionBreaks } from './platform/prevent-option-breaks.ts';

/** Runs for each page at build time. */
export const onRequest = defineMiddleware(async ({ url }, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = preventOptionBreaks(inlineIcons(await response.text()));
  // The home page fills the first packets: it has no room for no-break spaces.
  const fits = url.pathname === '/' ? html.replaceAll('\u00a0', ' ') : keepLines(html);
  return new Response(fits, response);
});
