import { inlineHashes } from '../dashboard/inline-hashes.ts';

/**
 * The headers of a page, or of a file (`html` is empty then). Pages run no script but our own, ask nobody but us, and are framed by
 * nobody. The stylesheet that a page carries is allowed by its own hash, and so is a script.
 */
export function pageHeaders(html: string): Readonly<Record<string, string>> {
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
