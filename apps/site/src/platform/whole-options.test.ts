import { expect, test } from 'vitest';
import { keepOptionsWhole } from './whole-options.ts';

test('an option in a command stays whole', () => {
  expect(keepOptionsWhole('<p>run <code>comet login --email ada@example.com</code>, then</p>')).toBe(
    '<p>run <code>comet login <span class="whitespace-nowrap">--email</span> ada@example.com</code>, then</p>',
  );
  expect(keepOptionsWhole('<pre><code class="x">curl -x a\n  --proxy b\n</code></pre>')).toBe(
    '<pre><code class="x">curl <span class="whitespace-nowrap">-x</span> a\n  <span class="whitespace-nowrap">--proxy</span> b\n</code></pre>',
  );
});

test('paths, long names and text outside commands are unchanged', () => {
  const page = '<p>split-tunnelling: <code>apps/some-app a-name-of-more-than-twenty-letters</code></p>';
  expect(keepOptionsWhole(page)).toBe(page);
});
