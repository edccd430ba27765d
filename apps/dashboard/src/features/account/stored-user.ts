import { hashKey, type QueryClient } from '@tanstack/react-query';
import { userKey } from './user-key.ts';

interface UserInfo {
  readonly id: string;
  readonly email: string;
}

/** Storage for the id and email of the loaded user. */
interface UserStore {
  readonly store: (user: UserInfo) => void;
  readonly forget: () => void;
}

/** Stores the loaded user's id and email in this browser for as long as the query cache holds the user. */
export function storeUserInfo(queryClient: QueryClient, { store, forget }: UserStore): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryHash !== hashKey(userKey)) return;
    if (type === 'removed') forget();
    const user = type === 'updated' ? queryClient.getQueryData<UserInfo>(userKey) : undefined;
    if (user !== undefined) store(user);
  });
}
