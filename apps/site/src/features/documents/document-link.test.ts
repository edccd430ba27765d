import { expect, test } from 'vitest';
import { documentLink } from './document-link.ts';

const places = new Map([['security', new Map([['gateways', '/documents/security/gateways/']])]]);

test.each([
  ['security', 'decisions/0037-two-lanes.md', '/documents/decisions/0037-two-lanes/'],
  ['security', 'decisions/0037-two-lanes.md#why', '/documents/decisions/0037-two-lanes/#why'],
  [
    'decisions/0037-two-lanes',
    '0026-a-second-try-said-aloud.md',
    '/documents/decisions/0026-a-second-try-said-aloud/',
  ],
  ['decisions/0037-two-lanes', '../security.md', '/documents/security/'],
  ['decisions/0037-two-lanes', '../security.md#gateways', '/documents/security/gateways/'],
  ['decisions/0037-two-lanes', '#why', '#why'],
  ['security', '#gateways', '/documents/security/gateways/'],
  ['security', '#gone', '#gone'],
  ['architecture', 'operations.md', null],
  ['security', '../bench/README.md#site', null],
  ['security', 'https://example.com/#top', 'https://example.com/#top'],
  ['security', '', ''],
])('a link in %s to %s leads to %s', (from, target, page) => {
  expect(documentLink(from, target, places)).toBe(page);
});
