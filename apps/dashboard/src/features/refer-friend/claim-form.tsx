import { referralTexts as texts } from '@comet/texts';
import { TextField, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { referralQuery } from './referral.ts';

/** Takes the code of the friend who recommended Comet, while it still counts. */
export function ClaimForm() {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { code: '' },
    checks: { code: [required] },
    onSubmit: async ({ code }) => {
      await call(api.claimReferral, { body: { code } });
      notify(texts.claimed, { id: 'referral' });
      await queryClient.invalidateQueries(referralQuery);
    },
    codes: { referral_code_unknown: 'code', referral_own_code: 'code' },
  });
  return (
    <div className="w-full max-w-105">
      <Form state={form} submit={texts.claim}>
        <TextField
          label={texts.claimField}
          hint={texts.claimExplanation}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('code')}
        />
      </Form>
    </div>
  );
}
