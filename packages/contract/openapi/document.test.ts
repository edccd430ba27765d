import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '../src/api.ts';
import type { Endpoint } from '../src/endpoint.ts';
import { errorCodes } from '../src/error-codes.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument();
const text = JSON.stringify(document);

interface Media {
  readonly schema?: { readonly $ref?: string };
  readonly example?: unknown;
}
type Content = Readonly<Record<string, Media>>;
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security: unknown;
  readonly parameters: readonly { readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const paths = document['paths'] as Record<string, Record<string, Operation>>;
const { schemas } = document['components'] as { schemas: Record<string, { description?: string }> };
const operationOf = (endpoint: Endpoint) => paths[endpoint.path]?.[endpoint.method.toLowerCase()];
const endpoints: Readonly<Record<string, Endpoint>> = api;

test('the committed document is up to date; if not: vitest run --project unit packages/contract/openapi -u', async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../openapi.json');
});

test('the document has every endpoint of the contract, once', () => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(api).sort());
});

test('every operation and every named schema has a description', () => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.filter(({ description }) => description === '')).toEqual([]);
  const silent = Object.entries(schemas).filter(([, { description = '' }]) => description === '');
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('every example is valid for the API and not empty', () => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { requestBody, responses = {}, parameters = [] } = operationOf(endpoint) ?? {};
    const body = requestBody?.content['application/json']?.example;
    const reply = responses[endpoint.status]?.content?.['application/json']?.example;
    if (endpoint.body !== undefined)
      expect([name, z.safeParse(endpoint.body, body).error]).toEqual([name, undefined]);
    if (endpoint.reply !== undefined)
      expect([name, z.safeParse(endpoint.reply, reply).error]).toEqual([name, undefined]);
    expect([name, parameters.filter(({ example }) => example === undefined)]).toEqual([name, []]);
    // The generator's placeholder for an unknown example.
    const given = JSON.stringify([body, reply, parameters.map(({ example }) => example)]);
    expect([name, given.match(/"string"|-9007199254740991/)?.[0]]).toEqual([name, undefined]);
  }
});

test('bodies, replies and errors are named schemas, and every reference has a target', () => {
  const contents = Object.values(endpoints).flatMap((endpoint) => {
    const { requestBody, responses = {} } = operationOf(endpoint) ?? {};
    return [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  });
  const json = contents.flatMap((content) => content?.['application/json'] ?? []);
  expect(json.length).toBeGreaterThan(200);
  expect(json.filter(({ schema }) => schema?.$ref === undefined)).toEqual([]);
  const find = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
  const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(refs.filter((ref) => find(ref) === undefined)).toEqual([]);
});

test('a download is bytes of its own type, and a deletion has a body', () => {
  expect(operationOf(api.exportData)?.responses).toMatchObject({
    200: { content: { 'application/zip': {} } },
  });
  expect(operationOf(api.deleteAccount)?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/DeleteAccountRequest' } } },
  });
  expect(schemas['DeleteAccountRequest']).toMatchObject({ properties: { password: { type: 'string' } } });
});

/** Keywords of JSON Schema and OpenAPI, with a schema each. */
const keywords = new Set(['propertyNames', 'additionalProperties']);

test('contains the wire format, and names no dialect inside', () => {
  expect(text).toContain('"access_token"');
  expect(text).not.toContain('"accessToken"');
  expect(text).not.toContain('$schema');
  // The clients rename every name in a body, so one in camelCase would not arrive.
  const names = [...text.matchAll(/"(\w+)":\{"(?:type|anyOf|oneOf|\$ref)"/g)].map((match) => match[1] ?? '');
  expect(names.length).toBeGreaterThan(400);
  expect(names.filter((name) => /^[a-z]+[A-Z]/.test(name) && !keywords.has(name))).toEqual([]);
});

test('states for each operation whether a token is required, optional or ignored', () => {
  expect(operationOf(api.listServices)?.security).toEqual([{ user: [] }]);
  expect(operationOf(api.listPrices)?.security).toEqual([{}, { user: [] }]);
  expect(operationOf(api.listPlans)?.security).toEqual([{}, { user: [] }]);
  expect(operationOf(api.showStatus)?.security).toEqual([]);
});

test('every operation lists the errors of any request, and one with a body those of its body', () => {
  for (const endpoint of Object.values(endpoints)) {
    const { responses = {} } = operationOf(endpoint) ?? {};
    const own = endpoint.errors.map((code) => String(errorCodes[code].status));
    const expected = [
      '400',
      '431',
      '429',
      '500',
      ...own,
      ...('body' in endpoint ? ['413', '415', '422'] : []),
    ];
    expect({ path: endpoint.path, missing: expected.filter((status) => !(status in responses)) }).toEqual({
      path: endpoint.path,
      missing: [],
    });
    expect('415' in responses).toBe('body' in endpoint);
  }
});

test('its patterns need no Unicode mode, and accept usual input', () => {
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
