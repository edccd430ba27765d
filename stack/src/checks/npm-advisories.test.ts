import { expect, test } from 'vitest';
import { npmFindings } from './npm-advisories.ts';

test('lists each vulnerable package with its advisories, or the dependency that has them', () => {
  const advisory = { source: 1, title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-1' };
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      lodash: { severity: 'high', range: '<4.17.21', via: [advisory] },
      tool: { severity: 'high', range: '*', via: ['lodash'] },
    },
  };
  expect(npmFindings(JSON.stringify(report))).toEqual([
    'lodash <4.17.21: high, Prototype pollution (https://github.com/advisories/GHSA-1)',
    'tool *: high, through lodash',
  ]);
});

test('finds nothing in a report without vulnerabilities', () => {
  expect(npmFindings('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual([]);
});

test.each([
  'npm error audit endpoint returned an error\n{"message":"405 Method Not Allowed","error":{"summary":""}}\nnpm error A complete log',
  'npm error network request failed',
])('treats an invalid response as an unreachable registry: %s', (output) => {
  expect(npmFindings(output)).toEqual([expect.stringContaining('could not be reached')]);
});
