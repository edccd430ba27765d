import { errorText, proxyUsersTexts as texts, say } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { proxyUsersQuery } from './residential-proxy.ts';
import type { UserWish } from './user-dialog.tsx';
import type { ProxyUser } from './user-fields.ts';

/** What can be done about users. Each change is in the list when it settles, and said. */
export function useUserChanges() {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { queryKey } = proxyUsersQuery;
  const settled = (text: string, id: string) => {
    notify(text, { id });
    return queryClient.invalidateQueries({ queryKey });
  };
  const show = (id: string, enabled: boolean) =>
    queryClient.setQueryData(queryKey, (users) =>
      users?.map((user) => (user.id === id ? { ...user, enabled } : user)),
    );
  return {
    add: async ({ addresses, ...wish }: UserWish) => {
      const { user } = await call(api.addProxyUser, { body: wish });
      const { id } = user;
      if (addresses.length > 0) {
        // The user is there already: a list that is refused is no reason to add another.
        await call(api.changeProxyUser, { params: { id }, body: { addresses: [...addresses] } }).catch(
          (error: unknown) => notify(errorText(error).text, { id: 'allow-list', tone: 'danger' }),
        );
      }
      await settled(say(texts.added, { name: user.name }), id);
    },
    edit: async ({ id }: ProxyUser, wish: UserWish) => {
      const body = { ...wish, addresses: [...wish.addresses] };
      const { user } = await call(api.changeProxyUser, { params: { id }, body });
      await settled(say(texts.changed, { name: user.name }), id);
    },
    renewPassword: async ({ id, name }: ProxyUser) => {
      await call(api.renewProxyPassword, { params: { id } });
      await settled(say(texts.passwordChanged, { name }), id);
    },
    remove: async ({ id, name }: ProxyUser) => {
      await call(api.removeProxyUser, { params: { id } });
      await settled(say(texts.removed, { name }), id);
    },
    /** Shown at once, and taken back at once if it is refused. */
    setEnabled: async ({ id }: ProxyUser, enabled: boolean) => {
      // An answer that is on its way would turn the switch back.
      await queryClient.cancelQueries({ queryKey });
      show(id, enabled);
      try {
        await call(api.changeProxyUser, { params: { id }, body: { enabled } });
      } catch (error) {
        show(id, !enabled);
        notify(errorText(error).text, { id, tone: 'danger' });
      }
      await queryClient.invalidateQueries({ queryKey });
    },
  };
}
