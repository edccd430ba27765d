import { expect, test } from 'vitest';
import { escapeXml } from './escape-xml.ts';

test('escapes every character that ends a text or an attribute', () => {
  expect(escapeXml(`<a href="x" title='y'>R&D</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;R&amp;D&lt;/a&gt;',
  );
  expect(escapeXml('&amp;')).toBe('&amp;amp;');
});
