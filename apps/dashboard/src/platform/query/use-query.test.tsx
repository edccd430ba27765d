import { Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { expect, it } from 'vitest';
import { QueryClient } from './client.ts';
import { QueryClientProvider } from './context.ts';
import { useSuspenseQueries } from './use-query.ts';

/** What stands on the page when everything has settled. */
async function drawn(client: QueryClient, screen: React.ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <QueryClientProvider value={client}>
      <Suspense>{screen}</Suspense>
    </QueryClientProvider>,
    { onError: () => undefined },
  );
  return new Response(prelude).text();
}

const after =
  <T,>(turns: number, answer: T) =>
  async () => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    return answer;
  };

function Several({ turns }: { readonly turns: readonly number[] }) {
  const answers = useSuspenseQueries<readonly (string | null)[]>({
    queries: turns.map((count, place) => ({ queryKey: [place], queryFn: after(count, `answer ${place}`) })),
  });
  return <p>{answers.map(({ data }) => data ?? 'missing').join(', ')}</p>;
}

it.each([[[1, 2, 3]], [[3, 2, 1]], [[1, 1, 90]], [[90, 0, 1]]])(
  'a screen is drawn when all of its answers are there, in whatever order they come: %s',
  async (turns) => {
    expect(await drawn(new QueryClient(), <Several turns={turns} />)).toContain(
      'answer 0, answer 1, answer 2',
    );
  },
);

it('answers that wait for each other are asked for at once', async () => {
  const asked: number[] = [];
  const all = Promise.withResolvers<void>();
  const ask = (place: number) => async () => {
    if (asked.push(place) === 3) all.resolve();
    await all.promise;
    return null;
  };
  function Waiting() {
    useSuspenseQueries<readonly null[]>({
      queries: [0, 1, 2].map((place) => ({ queryKey: [place], queryFn: ask(place) })),
    });
    return <p>there</p>;
  }
  expect(await drawn(new QueryClient(), <Waiting />)).toContain('there');
  expect(asked).toEqual([0, 1, 2]);
});
