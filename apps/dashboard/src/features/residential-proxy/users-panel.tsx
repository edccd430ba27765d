import { proxyUsersTexts as texts, say, errorText } from '@comet/texts';
import { Button, Subhead, useNotify } from '@comet/ui';
import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../platform/screen/confirm-dialog.tsx';
import { proxyUsersQuery } from './residential-proxy.ts';
import { UserDialog, type UserWish } from './user-dialog.tsx';
import type { ProxyUser } from './user-fields.ts';
import { type UserAction, UserRow } from './user-row.tsx';
import { api, call } from '../../platform/data/api.ts';

const mostUsers = 20;

interface UsersPanelProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

/** Everyone who may use the proxy on this account. */
export function UsersPanel({ adding, onAdding }: UsersPanelProps) {
  const { data: users } = useSuspenseQuery(proxyUsersQuery);
  const changes = useUserChanges();
  const [doing, setDoing] = useState<{ readonly action: UserAction; readonly user: ProxyUser } | null>(null);
  const stop = () => setDoing(null);
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.headline}</Subhead>
        <p className="m-0 max-w-[36rem] text-quiet">{say(texts.explanation, { limit: mostUsers })}</p>
      </div>
      {users.length === 0 ? (
        <p className="m-0">{texts.none}</p>
      ) : (
        <ul className="m-0 list-none border-t border-line p-0">
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              onEnabled={(enabled) => void changes.setEnabled(user, enabled)}
              onAct={(action) => setDoing({ action, user })}
            />
          ))}
        </ul>
      )}
      <div>
        <Button weight="secondary" disabled={users.length >= mostUsers} onClick={() => onAdding(true)}>
          {texts.add}
        </Button>
      </div>
      <UserDialog open={adding} onClose={() => onAdding(false)} user={null} save={changes.add} />
      {doing !== null && (
        <>
          <UserDialog
            open={doing.action === 'edit'}
            onClose={stop}
            user={doing.user}
            save={(wish) => changes.edit(doing.user, wish)}
          />
          <ConfirmDialog
            open={doing.action === 'password'}
            onClose={stop}
            title={say(texts.newPasswordTitle, { name: doing.user.name })}
            explanation={texts.newPasswordExplanation}
            confirm={texts.newPasswordConfirm}
            keep={texts.keep}
            act={() => changes.renewPassword(doing.user)}
          />
          <ConfirmDialog
            open={doing.action === 'remove'}
            onClose={stop}
            title={say(texts.removeTitle, { name: doing.user.name })}
            explanation={texts.removeExplanation}
            confirm={texts.removeConfirm}
            keep={texts.keep}
            act={() => changes.remove(doing.user)}
          />
        </>
      )}
    </section>
  );
}

/** What can be done about users. Each change is in the list when it settles, and said. */
function useUserChanges() {
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
