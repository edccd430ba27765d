import { proxyUsersTexts as texts, formatText, errorText, plural, validationTexts } from '@comet/texts';
import {
  Button,
  Subhead,
  useNotify,
  LinkAction,
  SwitchField,
  Dialog,
  NumberField,
  TextAreaField,
  TextField,
} from '@comet/ui';
import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { DialogForm, required, useForm } from '../../platform/form/index.ts';
import { ConfirmDialog } from '../../platform/screen/confirm-dialog.tsx';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { formatGigabytes } from '../services/index.ts';
import { NoUsers } from './no-users.tsx';
import { proxyUsersQuery } from './residential-proxy.ts';
import { type ProxyUser, addressesOf, limitAsTyped, limitOf, wrongAddresses } from './user-fields.ts';

interface UserRequest {
  readonly name: string;
  readonly limitBytes: number | null;
  readonly addresses: readonly string[];
}

interface UserDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The user to change; null to add one. */
  readonly user: ProxyUser | null;
  readonly save: (request: UserRequest) => Promise<unknown>;
}

const maxNameLength = 60;

/** Adds a user, or changes the name, limit and networks of an existing one. */
function UserDialog({ open, onClose, user, save }: UserDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={user === null ? texts.addTitle : formatText(texts.editTitle, { name: user.name })}
    >
      <UserForm user={user} save={save} onClose={onClose} />
    </Dialog>
  );
}

const limit = { holds: (typed: string) => limitOf(typed) !== undefined, text: texts.limitWrong };

const addressList = {
  holds: (typed: string) => wrongAddresses(typed) === null,
  text: (typed: string) => wrongAddresses(typed) ?? '',
};

function UserForm({ user, save, onClose }: Omit<UserDialogProps, 'open'>) {
  const form = useForm({
    fields: {
      name: user?.name ?? '',
      limitBytes: limitAsTyped(user?.limitBytes ?? null),
      addresses: user?.addresses.join('\n') ?? '',
    },
    checks: {
      name: [required],
      limitBytes: [limit],
      addresses: [addressList],
    },
    onSubmit: async ({ name, limitBytes, addresses }) => {
      await save({
        name: name.trim(),
        limitBytes: limitOf(limitBytes, user?.limitBytes ?? null) ?? null,
        addresses: addressesOf(addresses),
      });
      onClose();
    },
  });
  return (
    <DialogForm
      state={form}
      submit={user === null ? texts.add : texts.save}
      cancel={texts.cancel}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        autoComplete="off"
        maxLength={maxNameLength}
        {...form.field('name')}
      />
      <NumberField
        label={texts.limit}
        hint={texts.limitHint}
        wholeOnly={validationTexts.wholeGigabytes}
        maxLength={6}
        {...form.field('limitBytes')}
      />
      <TextAreaField
        label={texts.addresses}
        hint={texts.addressesHint}
        mono
        autoComplete="off"
        spellCheck={false}
        {...form.field('addresses')}
      />
    </DialogForm>
  );
}

type UserAction = 'edit' | 'password' | 'remove';

interface UserRowProps {
  readonly user: ProxyUser;
  readonly onEnabled: (enabled: boolean) => void;
  readonly onAct: (action: UserAction) => void;
}

/** One user: its limit and usage, and the actions on it. */
function UserRow({ user, onEnabled, onAct }: UserRowProps) {
  const { name, username, password, enabled } = user;
  const copy = useCopy();
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4">
      <SwitchField
        label={name}
        switchLabel={formatText(texts.on, { name })}
        hint={
          <>
            <span className="font-mono">{username}</span>
            {' · '}
            {detailsOf(user).join(' · ')}
          </>
        }
        checked={enabled}
        onChange={onEnabled}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <LinkAction aria-label={formatText(texts.editOf, { name })} onClick={() => onAct('edit')}>
          {texts.edit}
        </LinkAction>
        <LinkAction
          aria-label={formatText(texts.copyPasswordOf, { name })}
          onClick={() => void copy(password, formatText(texts.passwordCopied, { name }))}
        >
          {texts.copyPassword}
        </LinkAction>
        <LinkAction aria-label={formatText(texts.newPasswordOf, { name })} onClick={() => onAct('password')}>
          {texts.newPassword}
        </LinkAction>
        <LinkAction aria-label={formatText(texts.removeOf, { name })} onClick={() => onAct('remove')}>
          {texts.remove}
        </LinkAction>
      </div>
    </li>
  );
}

function detailsOf({ usedBytes, limitBytes, addresses }: ProxyUser): readonly string[] {
  const used = formatGigabytes(usedBytes);
  const count = addresses.length;
  return [
    limitBytes === null
      ? formatText(texts.usedNoLimit, { used })
      : formatText(texts.usedOfLimit, { used, limit: formatGigabytes(limitBytes) }),
    ...(count > 0 ? [formatText(plural(count, texts.allowed), { count })] : []),
  ];
}

const maxUsers = 20;

interface UsersPanelProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

/** The proxy users of the account. */
export function UsersPanel({ adding, onAdding }: UsersPanelProps) {
  const { data: users } = useSuspenseQuery(proxyUsersQuery);
  const changes = useUserChanges();
  const [doing, setDoing] = useState<{ readonly action: UserAction; readonly user: ProxyUser } | null>(null);
  const stop = () => setDoing(null);
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.headline}</Subhead>
        <p className="m-0 max-w-[36rem] text-quiet">{formatText(texts.explanation, { limit: maxUsers })}</p>
      </div>
      {users.length === 0 ? (
        <NoUsers onAdd={() => onAdding(true)} />
      ) : (
        <>
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
          <div>
            <Button weight="secondary" disabled={users.length >= maxUsers} onClick={() => onAdding(true)}>
              {texts.add}
            </Button>
          </div>
        </>
      )}
      <UserDialog open={adding} onClose={() => onAdding(false)} user={null} save={changes.add} />
      {doing !== null && (
        <>
          <UserDialog
            open={doing.action === 'edit'}
            onClose={stop}
            user={doing.user}
            save={(request) => changes.edit(doing.user, request)}
          />
          <ConfirmDialog
            open={doing.action === 'password'}
            onClose={stop}
            title={formatText(texts.newPasswordTitle, { name: doing.user.name })}
            explanation={texts.newPasswordExplanation}
            confirm={texts.newPasswordConfirm}
            keep={texts.keep}
            act={() => changes.renewPassword(doing.user)}
          />
          <ConfirmDialog
            open={doing.action === 'remove'}
            onClose={stop}
            title={formatText(texts.removeTitle, { name: doing.user.name })}
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

/** Actions on users. Each updates the list when it settles, and notifies. */
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
    add: async ({ addresses, ...request }: UserRequest) => {
      const { user } = await call(api.addProxyUser, { body: request });
      const { id } = user;
      if (addresses.length > 0) {
        // The user exists already, so a rejected list only causes a notification: a retry of the form would
        // add another user.
        await call(api.changeProxyUser, { params: { id }, body: { addresses: [...addresses] } }).catch(
          (error: unknown) => notify(errorText(error).text, { id: 'allow-list', tone: 'danger' }),
        );
      }
      await settled(formatText(texts.added, { name: user.name }), id);
    },
    edit: async ({ id }: ProxyUser, request: UserRequest) => {
      const body = { ...request, addresses: [...request.addresses] };
      const { user } = await call(api.changeProxyUser, { params: { id }, body });
      await settled(formatText(texts.changed, { name: user.name }), id);
    },
    renewPassword: async ({ id, name }: ProxyUser) => {
      await call(api.renewProxyPassword, { params: { id } });
      await settled(formatText(texts.passwordChanged, { name }), id);
    },
    remove: async ({ id, name }: ProxyUser) => {
      await call(api.removeProxyUser, { params: { id } });
      await settled(formatText(texts.removed, { name }), id);
    },
    /** Shown at once, and reverted if the request fails. */
    setEnabled: async ({ id }: ProxyUser, enabled: boolean) => {
      // A pending read would revert the switch.
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
