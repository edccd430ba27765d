import { expect, test } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { openPaddle } from './paddle-call.ts';

test('names the variable to look at where Paddle does not answer', async () => {
  const catalogue = createCatalogue(openPaddle({ apiUrl: 'http://127.0.0.1:1', apiKey: 'key' }));
  await expect(catalogue.createProduct('Comet')).rejects.toThrow(
    'Paddle does not answer: look at PADDLE_API_URL',
  );
});
