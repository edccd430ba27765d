import { connectedAccountsTexts as texts, providerNames, say } from '@comet/texts';
import { Button, Dialog, TextField } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { userQuery } from '../account/index.ts';
import type { SocialProvider } from './providers.ts';

interface ConnectDialogProps {
  readonly provider: SocialProvider;
  readonly onClose: () => void;
}

/** Says what it means, asks for the password where there is one, and leads on to the provider. */
export function ConnectDialog({ provider, onClose }: ConnectDialogProps) {
  const { hasPassword } = useSuspenseQuery(userQuery).data;
  const name = providerNames[provider];
  const form = useForm({
    fields: { password: '' },
    ...(hasPassword ? { checks: { password: [required] } } : {}),
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) => {
      const proof = hasPassword ? { password } : {};
      const { url } = await call(api.startIdentityLink, { body: { provider, ...proof } });
      location.assign(url);
      // The page is on its way out: the button stays busy until it is gone.
      await new Promise<never>(() => {});
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={say(texts.connectTitle, { provider: name })}
      explanation={say(texts.connectExplanation, { provider: name })}
    >
      <Form
        state={form}
        submit={say(texts.connectConfirm, { provider: name })}
        wide={false}
        actions={
          <Button weight="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
        }
      >
        {hasPassword && (
          <TextField
            label={texts.password}
            type="password"
            autoComplete="current-password"
            {...form.field('password')}
          />
        )}
      </Form>
    </Dialog>
  );
}
