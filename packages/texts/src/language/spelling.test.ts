import { expect, test } from 'vitest';
import * as command from '../comet/index.ts';
import * as desktop from '../desktop/index.ts';
import * as emails from '../emails/index.ts';
import * as help from '../help/index.ts';
import * as shared from '../index.ts';
import * as operatorConsole from '../operator-console/index.ts';
import * as site from '../site/index.ts';

const british =
  /cancell(ed|ing)|colour|favourite|behaviour|licence|centre\b|cheque\b|(organi|recogni|authori|optimi)s(e|ed|ing|ation)\b/i;
/** Names of states in the product's specification. */
const fixed = ['Cancelled'];

test.each(Object.entries({ command, desktop, emails, help, operatorConsole, shared, site }))(
  'the texts of %s use US spelling',
  (_name, texts) => {
    expect(textsIn(texts).filter((text) => british.test(text) && !fixed.includes(text))).toEqual([]);
  },
);

test('no text of the dashboard or the app calls a plan a subscription', () => {
  const texts = [...textsIn(shared), ...textsIn(desktop)].filter((text) => text.includes(' '));
  expect(texts.filter((text) => /subscriptions?\b/i.test(text))).toEqual([]);
});

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
