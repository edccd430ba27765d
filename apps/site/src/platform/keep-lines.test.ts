import { expect, test } from 'vitest';
import { keepLines } from './keep-lines.ts';

test('amounts and dates in a page’s text stay whole; code, scripts and attributes are unchanged', () => {
  expect(
    keepLines(
      '<title>30 days</title><p title="30 days">For <b>30 days</b> until 24 December 2027.</p><pre><code>wait 30 days</code></pre>',
    ),
  ).toBe(
    '<title>30 days</title><p title="30 days">For <b>30\u00a0days</b> until 24\u00a0December\u00a02027.</p><pre><code>wait 30 days</code></pre>',
  );
  const script = '<script>const text = "<b>5 GB</b>";</script>';
  expect(keepLines(script)).toBe(script);
});
