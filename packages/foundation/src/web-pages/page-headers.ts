import { createHash } from 'node:crypto';

export type Headers = Readonly<Record<string, string>>;

/**
 * Returns the headers of every response of the dashboard. Scripts are allowed from its origin and from `paymentOrigin` (Paddle.js, or the
 * sandbox), whose checkout is the only allowed frame. Inline scripts of index.html are allowed by hash (CSP Level 3).
 */
export function dashboardHeaders(indexHtml: string, paymentOrigin: string): Headers {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", paymentOrigin, ...inlineHashes(indexHtml, 'script')],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", paymentOrigin],
    'frame-src': [paymentOrigin],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    // Browsers apply it only over HTTPS.
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/**
 * Returns the headers of a page of the site, or of a file (`html` is empty then). Pages run only our scripts, send requests only to us, and
 * cannot be framed. Inline stylesheets and scripts are allowed by their hashes.
 */
export function sitePageHeaders(html: string): Headers {
  return {
    'content-security-policy': [
      "default-src 'none'",
      ["script-src 'self'", ...inlineHashes(html, 'script')].join(' '),
      ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/**
 * Returns the hashes of a page's inline scripts or stylesheets as CSP source expressions (CSP Level 3, §2.3.1). Structured data is not a
 * script.
 */
function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const other = '\\ssrc=|\\stype="application/ld\\+json"';
  const inline = new RegExp(`<${element}(?![^>]*(?:${other}))[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** The value of `cache-control` for files whose name contains a hash of their contents, and for all others. */
export const cacheControl = { immutable: 'public, max-age=31536000, immutable', revalidated: 'no-cache' };
