import { keepTogether, LOCALE } from '@comet/texts/site';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lastLeakTest } from '../leak-test/index.ts';
import { ProofPage } from './proof-page.tsx';

test('the security page states the leak test of the home page, with the same figures and date', () => {
  const last = lastLeakTest();
  if (last === null) throw new Error('no leak test is recorded');
  const day = new Date(last.finishedAt).toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
  const caught = last.packetsWithoutRules.toLocaleString(LOCALE);
  expect(renderToStaticMarkup(createElement(ProofPage))).toContain(
    keepTogether(
      `Leak test of ${day}: ${last.packetsOutside} packets outside the tunnel, ${caught} packets with`,
    ),
  );
});
