import { changePasswordTexts as texts } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

export default function ChangePasswordScreen() {
  const { email, hasPassword } = useSuspenseQuery(userQuery).data;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const changed = async () => {
    notify(texts.changed, { id: 'password' });
    // That there is a password, and which sessions there are.
    void queryClient.invalidateQueries();
    await navigate({ to: '/dash/settings/' });
  };
  return (
    <SettingsSubPage title={hasPassword ? texts.change : texts.set} explanation={texts.explanation}>
      <ChangePasswordForm email={email} hasPassword={hasPassword} onChanged={changed} />
    </SettingsSubPage>
  );
}
