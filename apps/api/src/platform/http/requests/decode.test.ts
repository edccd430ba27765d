import { expect, it } from 'vitest';
import { parseJson } from './decode.ts';

const parsed = (json: string | Buffer) => parseJson(Buffer.from(json));
const brokenIn = (value: unknown) => {
  const result = parsed(JSON.stringify(value));
  return result.ok ? null : result.error.rules?.map(({ rule }) => rule);
};

it('reports an unstorable text as an error of its property', () => {
  expect(parsed('{"note":"a\\u0000b"}')).toEqual({
    ok: false,
    error: {
      code: 'validation_failed',
      rules: [{ rule: 'note.format', message: 'The note does not have the right form' }],
    },
  });
  expect(brokenIn({ fine: 'x', message: { files: ['a', '\ud800'] } })).toEqual(['message.files.1.format']);
  expect(brokenIn('\0')).toEqual(['body.format']);
  // A property name that cannot be stored is not included in the error.
  expect(brokenIn({ outer: { 'in\0ner': 1 } })).toEqual(['outer.format']);
});

it('accepts escaped characters that can be stored', () => {
  expect(parsed('{"note":"\\u00e9 \\ud83d\\ude00"}')).toEqual({ ok: true, value: { note: 'é 😀' } });
});

it.each([
  ['invalid JSON', '{"note":'],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['extremely deep nesting', `${'['.repeat(60_000)}"\\u0000"${']'.repeat(60_000)}`],
])('rejects %s as a body', (_what, json) => {
  expect(parsed(json)).toEqual({ ok: false, error: { code: 'malformed_body' } });
});
