import { expect, test } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { openPaddle } from './paddle-call.ts';

test('reports the variable to check if Paddle does not respond', async () => {
  const catalogue = createCatalogue(openPaddle({ apiUrl: 'http://127.0.0.1:1', apiKey: 'key' }));
  await expect(catalogue.createProduct('Comet')).rejects.toThrow(
    'Paddle isn’t responding: check PADDLE_API_URL',
  );
});
