import { defineMiddleware } from 'astro:middleware';
import { inlineIcons } from './platform/inline-icons.ts';
import { keepLines } from './platform/keep-lines.ts';
import { keepOptionsWhole } from './platform/whole-options.ts';

/** Runs for each page at build time. */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response(keepLines(keepOptionsWhole(inlineIcons(await response.text()))), response);
});
