import { proxyUsersTexts as texts, say } from '@comet/texts';
import { Button, Subhead } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../platform/confirm-dialog.tsx';
import { proxyUsersQuery } from './residential-proxy.ts';

import { UserDialog } from './user-dialog.tsx';
import type { ProxyUser } from './user-fields.ts';
import { type UserAction, UserRow } from './user-row.tsx';
import { useUserChanges } from './use-user-changes.ts';

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
