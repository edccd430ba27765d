import { newLinkTexts as texts, formatText } from '@comet/texts';
import { LinkAction, Subhead, TextField } from '@comet/ui';
import { useState } from 'react';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';
import { OutcomeMessage } from '../shell/index.ts';

interface NewLinkFormProps {
  /** The purpose of the link. */
  readonly to: keyof typeof texts.sent;
  /** Requests a link for an address. Its result is the same for every address. */
  readonly send: (email: string) => Promise<unknown>;
}

/** Requests a new link by email, without a sign-in. The confirmation is the same for every address. */
export function NewLinkForm({ to, send }: NewLinkFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    fields: { email: '' },
    checks: { email: [required, emailAddress] },
    onSubmit: async ({ email }) => {
      await send(email.trim());
      setSentTo(email.trim());
    },
  });
  if (sentTo !== null) {
    return (
      <OutcomeMessage>
        <div className="flex flex-col gap-2">
          <Subhead>{texts.sentHeadline}</Subhead>
          <p className="m-0 text-quiet">{formatText(texts.sent[to], { email: sentTo })}</p>
        </div>
        <LinkAction onClick={() => setSentTo(null)}>{texts.otherAddress}</LinkAction>
      </OutcomeMessage>
    );
  }
  return (
    <div className="w-full max-w-105">
      <Form state={form} submit={texts.submit}>
        <TextField
          label={texts.email}
          hint={texts.hint}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
      </Form>
    </div>
  );
}
