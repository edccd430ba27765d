import { expect, test } from 'vitest';
import { storeFor } from './app-store.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15',
    5,
    'app-store',
  ],
  ['an old iPad', 'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X)', 5, 'app-store'],
  ['an iPad of today', `${mac} Version/19.0 Safari/605.1.15`, 5, 'app-store'],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/156.0 Mobile', 5, 'play-store'],
  ['a Mac', `${mac} Version/19.0 Safari/605.1.15`, 0, null],
  ['a Windows machine with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, null],
  ['a Windows phone', 'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950)', 5, null],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, null],
])('%s', (_, userAgent, maxTouchPoints, store) => {
  expect(storeFor({ userAgent, maxTouchPoints })).toBe(store);
});
