import { expect, test } from 'vitest';
import { documentLink } from './document-link.ts';

test.each([
  ['security', 'decisions/0037-two-lanes.md', '/documents/decisions/0037-two-lanes/'],
  [
    'decisions/0037-two-lanes',
    '0026-a-second-try-said-aloud.md',
    '/documents/decisions/0026-a-second-try-said-aloud/',
  ],
  ['decisions/0037-two-lanes', '../security.md', '/documents/security/'],
  ['architecture', 'operations.md', null],
  ['security', '../bench/README.md', null],
  ['security', 'https://example.com/', 'https://example.com/'],
  ['security', '', ''],
])('a link in %s to %s leads to %s', (from, target, page) => {
  expect(documentLink(from, target)).toBe(page);
});
