import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUserAgent } from './user-agent.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge',
    'windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari',
    'macos',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'ios',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webKit} Chrome/140.0 Mobile Safari/537.36`,
    'Chrome',
    'android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931) ${webKit} SamsungBrowser/29.0 Chrome/140.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'android',
  ],
  ['cometd (Linux)', 'Comet', 'linux'],
  ['curl/8.14.1', 'curl', null],
  ['Wget/1.25.0', 'Wget', null],
  ['node', 'Node.js', null],
  ['python-requests/2.32.5', 'Python', null],
  ['Go-http-client/2.0', 'Go', null],
  ['nodes of a library', null, null],
  ['', null, null],
  [undefined, null, null],
])('%s', (header, name, platform) => {
  expect(readUserAgent(header)).toEqual({ name, platform });
});

test('any header yields only known names, in bounded time', () => {
  const known = new Set<unknown>([null]);
  for (const word of ['Comet', 'Edge', 'Opera', 'Vivaldi', 'Samsung Internet', 'DuckDuckGo']) known.add(word);
  for (const word of ['Firefox', 'Chrome', 'Safari', 'curl', 'Wget', 'Node.js', 'Python', 'Go'])
    known.add(word);
  fc.assert(fc.property(fc.string(), (header) => known.has(readUserAgent(header).name)));
  // A quadratic scan of the text takes minutes. The fastest of some rounds counts: the others include scheduling delays.
  const rounds = Array.from({ length: 5 }, () => {
    const started = performance.now();
    for (const part of ['Version/1.', 'Version/1.1 Mobile/', 'Edg', ' ']) readUserAgent(part.repeat(100_000));
    return performance.now() - started;
  });
  expect(Math.min(...rounds)).toBeLessThan(200);
});
