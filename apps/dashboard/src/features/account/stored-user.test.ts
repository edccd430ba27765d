import { expect, it } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { storeUserInfo } from './stored-user.ts';
import { optionalUserQuery, userQuery } from './user.ts';

const user = {
  id: '3f0c7a52-5d43-4c1e-9a57-0e6c1d2b3a49',
  email: 'ada@example.org',
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00Z',
} as never;

function following() {
  const kept: { id: string; email: string }[] = [];
  const queryClient = new QueryClient();
  storeUserInfo(queryClient, { store: (seen) => kept.splice(0, 1, seen), forget: () => kept.splice(0) });
  return { kept, queryClient };
}

it('stores the loaded user', () => {
  const { kept, queryClient } = following();
  queryClient.setQueryData(userQuery.queryKey, user);
  expect(kept).toEqual([user]);
});

it('removes the user only when its cache entry is removed', () => {
  const { kept, queryClient } = following();
  queryClient.setQueryData(userQuery.queryKey, user);
  queryClient.setQueryData(optionalUserQuery.queryKey, null);
  queryClient.removeQueries({ queryKey: optionalUserQuery.queryKey, exact: true });
  expect(kept).toHaveLength(1);
  queryClient.removeQueries({ queryKey: userQuery.queryKey, exact: true });
  expect(kept).toHaveLength(0);
});
