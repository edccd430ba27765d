import { NetworkError } from '@comet/client';
import { prerender } from 'react-dom/static';
import { expect, it } from 'vitest';
import { FailedPart } from './failed-part.tsx';

const read = (data: unknown, error: Error | null) => ({ data, error, refetch: () => {} });
const failed = read(undefined, new NetworkError('away'));

async function drawn(...reads: readonly ReturnType<typeof read>[]): Promise<string> {
  const { prelude } = await prerender(<FailedPart reads={reads} />);
  return new Response(prelude).text();
}

it('shows why a read has failed and offers a retry', async () => {
  expect(await drawn(read(1, null), failed)).toMatch(/Unable to connect to our servers.*Try again/s);
});

it('is empty while reads are pending, or data from before the failure is shown', async () => {
  expect(await drawn(read(undefined, null), read(1, null), read(1, new NetworkError('away')))).toBe('');
});
