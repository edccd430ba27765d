import type { QueryClient } from '../../platform/query/index.ts';
import { userKey } from './user-key.ts';

interface UserInfo {
  readonly id: string;
  readonly email: string;
}

/** Where id and email of the loaded user are kept. */
interface UserStore {
  readonly store: (user: UserInfo) => void;
  readonly forget: () => void;
}

/** Keeps the loaded user's id and email in this browser for as long as the user's answer is kept. */
export function storeUserInfo(queryClient: QueryClient, { store, forget }: UserStore): void {
  queryClient.hear(({ length, 0: name }, what) => {
    if (length !== userKey.length || name !== userKey[0]) return;
    if (what === 'given') forget();
    const user = what === 'changed' ? queryClient.getQueryData<UserInfo>(userKey) : undefined;
    if (user !== undefined) store(user);
  });
}
