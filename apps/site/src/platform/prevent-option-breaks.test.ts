import { expect, test } from 'vitest';
import { preventOptionBreaks } from './prevent-option-breaks.ts';

test('an option in a command stays whole', () => {
  expect(preventOptionBreaks('<p>run <code>comet login --email ada@example.com</code>, then</p>')).toBe(
    '<p>run <code>comet login <span class="whitespace-nowrap">--email</span> ada@example.com</code>, then</p>',
  );
  expect(preventOptionBreaks('<pre><code class="x">curl -x a\n  --proxy b\n</code></pre>')).toBe(
    '<pre><code class="x">curl <span class="whitespace-nowrap">-x</span> a\n  <span class="whitespace-nowrap">--proxy</span> b\n</code></pre>',
  );
});

test('a URL wraps between its parts, never after the hyphen of a parameter', () => {
  const command = `<code>curl 'http://USER-country-us-lifetime-30:PASSWORD@HOST:8080' https://a.example/b?c=1&amp;d=2</code>`;
  const [, country, lifetime] = ['', '-country-us', '-lifetime-30:PASSWORD'].map(
    (part) => `<span class="whitespace-nowrap">${part}</span>`,
  );
  expect(preventOptionBreaks(command)).toBe(
    `<code>curl 'http://USER<wbr>${country}<wbr>${lifetime}<wbr>@HOST:8080' https://a.example/<wbr>b<wbr>?c=1<wbr>&amp;d=2</code>`,
  );
});

test('paths, long names and text outside commands are unchanged', () => {
  const page = '<p>split-tunnelling: <code>apps/some-app a-name-of-more-than-twenty-letters</code></p>';
  expect(preventOptionBreaks(page)).toBe(page);
});
