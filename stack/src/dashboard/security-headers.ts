import { inlineHashes } from './inline-hashes.ts';

/**
 * The headers of every answer. Scripts come from us and from `paymentOrigin` alone (Paddle.js, or the sandbox),
 * and its checkout is the only thing that may be framed. An inline script of index.html is allowed by its own hash (CSP Level 3).
 */
export function securityHeaders(indexHtml: string, paymentOrigin: string): Readonly<Record<string, string>> {
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
