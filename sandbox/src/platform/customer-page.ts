import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Style sheet of all customer pages, light and dark. Served at `/customer.css`. */
export const customerStyle = readAsset(import.meta.url, './customer.css');

const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action";

/** A customer page without scripts, in the system's light or dark theme. */
export function customerPage(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en" data-mode="page" data-theme="system">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/customer.css">
</head>
<body><div class="stage"><main class="sheet">${body}</main></div></body>
</html>`;
}

/** Sends a customer page. Its forms may redirect to the shop; browsers apply `form-action` to redirects too. */
export function sendCustomerPage(reply: FastifyReply, content: Html, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('content-security-policy', `${CONTENT_POLICY} 'self' http: https:`)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(content.html);
}

/** Returns the text of a file relative to the caller; `base` is the caller's `import.meta.url`. */
export function readAsset(base: string, path: string): string {
  return readFileSync(new URL(path, base), 'utf8');
}

/** Returns a TypeScript browser script as JavaScript. It may import types only. */
export function readBrowserScript(base: string, path: string): string {
  return stripTypeScriptTypes(readAsset(base, path));
}
