import { confirmEmailChangeTexts as texts } from '@comet/texts';
import { Headline, Subhead, TextField } from '@comet/ui';
import { api, call } from '../../platform/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { Outcome } from '../shell/index.ts';

interface ElsewhereProps {
  readonly token: string;
  readonly onChanged: (changed: { readonly email: string }) => void;
}

/**
 * The link was opened in a browser that has not signed in to the account: a phone, or that of somebody whose address a stranger entered.
 * The password tells them apart.
 */
export function Elsewhere({ token, onChanged }: ElsewhereProps) {
  const form = useForm({
    fields: { password: '' },
    checks: { password: [required] },
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) =>
      onChanged(await call(api.confirmEmailChangeElsewhere, { body: { token, password } })),
  });
  return (
    <Outcome>
      <Headline explanation={texts.elsewhere}>{texts.elsewhereHeadline}</Headline>
      <div className="w-full max-w-105">
        <Form state={form} submit={texts.elsewhereSubmit}>
          <TextField
            label={texts.password}
            type="password"
            autoComplete="current-password"
            {...form.field('password')}
          />
        </Form>
      </div>
      <div className="flex w-full max-w-105 flex-col items-start gap-3 border-t border-line pt-7">
        <Subhead>{texts.notMeHeadline}</Subhead>
        <p className="m-0 text-quiet">{texts.notMe}</p>
      </div>
    </Outcome>
  );
}
