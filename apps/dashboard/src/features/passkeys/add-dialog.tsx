import type { RequestOf } from '@comet/contract';
import { passkeysTexts as texts, say } from '@comet/texts';
import { Banner, Button, Dialog, TextField, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { ApiError, api, call } from '../../platform/api.ts';
import { required, useForm } from '../../platform/form/index.ts';
import { SignInAgain } from '../account/index.ts';
import { leaveCeremony, makePasskey } from './ceremony.ts';
import { passkeysQuery } from './passkeys.ts';

interface AddDialogProps {
  readonly email: string;
  /** Without one, it is not asked for. */
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

/** Asks who it is, then hands over to the browser. Whoever closes it takes the browser's question away as well. */
export function AddDialog({ email, hasPassword, onClose }: AddDialogProps) {
  const id = useId();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [isStale, setStale] = useState(false);
  useEffect(() => () => void leaveCeremony(), []);
  const form = useForm({
    fields: { password: '' },
    checks: { password: hasPassword ? [required] : [] },
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) => {
      const begun = await begin(hasPassword ? { password } : {});
      if (begun === null) return setStale(true);
      const credential = await makePasskey(begun.options);
      const { passkey } = await call(api.addPasskey, { body: { credential } });
      await queryClient.invalidateQueries(passkeysQuery);
      notify(say(texts.added, { name: passkey.name }), { id: passkey.id });
      return onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.addTitle}
      explanation={texts.addExplanation}
      actions={
        <>
          <Button type="submit" form={id} busy={form.busy}>
            {texts.continue}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        {isStale && <SignInAgain />}
        {form.failure !== null && (
          <Banner tone="danger" urgent title={form.failure.title ?? undefined}>
            {form.failure.text}
          </Banner>
        )}
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <TextField
            label={texts.password}
            hint={texts.passwordHint}
            type="password"
            autoComplete="current-password"
            autoFocus
            {...form.field('password')}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Null where the session is too old for it, in an account without a password. */
async function begin(body: RequestOf<typeof api.beginPasskey>['body']) {
  try {
    return await call(api.beginPasskey, { body });
  } catch (error) {
    if (error instanceof ApiError && error.is('reauthentication_required')) return null;
    throw error;
  }
}
