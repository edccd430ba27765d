import { expect, test } from 'vitest';
import { documentLink } from './document-link.ts';

const places = new Map([['security', new Map([['gateways', '/documents/security/gateways/']])]]);

test.each([
  [
    'security',
    'decisions/0001-run-typescript-sources-directly-on-node-26.md',
    '/documents/decisions/0001-run-typescript-sources-directly-on-node-26/',
  ],
  [
    'security',
    'decisions/0001-run-typescript-sources-directly-on-node-26.md#why',
    '/documents/decisions/0001-run-typescript-sources-directly-on-node-26/#why',
  ],
  [
    'decisions/0001-run-typescript-sources-directly-on-node-26',
    '0001-run-typescript-sources-directly-on-node-26.md',
    '/documents/decisions/0001-run-typescript-sources-directly-on-node-26/',
  ],
  ['decisions/0001-run-typescript-sources-directly-on-node-26', '../security.md', '/documents/security/'],
  [
    'decisions/0001-run-typescript-sources-directly-on-node-26',
    '../security.md#gateways',
    '/documents/security/gateways/',
  ],
  ['decisions/0001-run-typescript-sources-directly-on-node-26', '#why', '#why'],
  ['security', '#gateways', '/documents/security/gateways/'],
  ['security', '#gone', '#gone'],
  ['architecture', 'operations.md', null],
  ['security', '../bench/README.md#site', null],
  ['security', 'https://example.com/#top', 'https://example.com/#top'],
  ['security', '', ''],
])('a link in %s to %s leads to %s', (from, target, page) => {
  expect(documentLink(from, target, places)).toBe(page);
});
