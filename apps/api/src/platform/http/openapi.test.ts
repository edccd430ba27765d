import { api } from '@comet/contract';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument('https://api.example');
const text = JSON.stringify(document);

test('the document has every endpoint of the contract, once', () => {
  const paths = document['paths'] as Record<string, Record<string, { operationId: string }>>;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(api).sort());
});

test('a download is bytes of its own type, and a deletion takes a body', () => {
  const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>;
  expect(paths['/api/v1/users/current/export']?.['post']?.['responses']).toMatchObject({
    200: { content: { 'application/zip': {} } },
  });
  expect(paths['/api/v1/users/current']?.['delete']?.['requestBody']).toMatchObject({
    content: { 'application/json': { schema: { properties: { password: { type: 'string' } } } } },
  });
});

test('it speaks the form that travels, and of nothing that is not in it', () => {
  expect(text).toContain('"access_token"');
  expect(text).not.toContain('"accessToken"');
  expect(text).not.toContain('$schema');
  const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(refs)).toEqual(new Set(['#/components/schemas/Error']));
});

test('it says of each operation whether a token is needed, may come, or is not looked at', () => {
  const paths = document['paths'] as Record<string, Record<string, { security: unknown }>>;
  expect(paths['/api/v1/users/services']?.['get']?.security).toEqual([{ user: [] }]);
  expect(paths['/api/v1/prices']?.['get']?.security).toEqual([{}, { user: [] }]);
  expect(paths['/api/v1/plans']?.['get']?.security).toEqual([{}, { user: [] }]);
  expect(paths['/api/v1/status']?.['get']?.security).toEqual([]);
});

type Responses = Readonly<Record<string, { readonly description: string }>>;

const operationsOf = (endpoint: { readonly path: string; readonly method: string }) => {
  const paths = document['paths'] as Record<string, Record<string, { responses: Responses }>>;
  return paths[endpoint.path]?.[endpoint.method.toLowerCase()];
};

test('every operation names what any request may be answered, and one with a body what its body may be', () => {
  for (const endpoint of Object.values(api)) {
    const { responses = {} } = operationsOf(endpoint) ?? {};
    const expected = ['400', '431', '429', '500', ...('body' in endpoint ? ['413', '415', '422'] : [])];
    expect({ path: endpoint.path, missing: expected.filter((status) => !(status in responses)) }).toEqual({
      path: endpoint.path,
      missing: [],
    });
    expect('415' in responses).toBe('body' in endpoint);
  }
});

test('its patterns need no Unicode mode, and take what people write', () => {
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, json]) => JSON.parse(json ?? '""') as string,
  );
  expect(patterns.length).toBeGreaterThan(11);
  expect(patterns.filter((pattern) => /\\p\{/i.test(pattern))).toEqual([]);
  const forText = [...new Set(patterns)].filter((pattern) => pattern.includes('\\u0000'));
  expect(forText.length).toBeGreaterThan(2);
  for (const pattern of forText) {
    const portable = new RegExp(pattern);
    for (const name of ['/Zoë', '/東京', '/😀', '/Ελλάδα'])
      if (!pattern.includes('/\\\\]')) expect([pattern, portable.test(name)]).toEqual([pattern, true]);
    expect([pattern, portable.test('/a\0b')]).toEqual([pattern, false]);
  }
});
