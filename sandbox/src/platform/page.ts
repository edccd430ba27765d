import type { FastifyReply } from 'fastify';
import { readAsset } from './customer-page.ts';
import { type Html, html } from './html.ts';

/** Style sheet of all developer pages, light and dark. Served at `/sandbox.css`. */
export const pageStyle = readAsset(import.meta.url, './page.css');

const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; frame-ancestors 'none'; form-action";

/** A developer page. `script` is the URL of its script. */
export function page(parts: { title: string; script?: string; body: Html }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${parts.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${parts.script === undefined ? '' : html`<script type="module" src="${parts.script}"></script>`}
</head>
<body>${parts.body}</body>
</html>`;
}

/** Sends a page with restrictive security headers. `formAction`: allowed redirect targets of its forms. */
export function sendPage(
  reply: FastifyReply,
  content: Html,
  status = 200,
  formAction = "'self'",
): FastifyReply {
  return reply
    .status(status)
    .header('content-security-policy', `${CONTENT_POLICY} ${formAction}`)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(content.html);
}
