import { failureTexts, ReadableError, salesTexts as texts, formatText, validationTexts } from '@comet/texts';
import { Headline, LinkAction, NumberField, TextAreaField, TextField } from '@comet/ui';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, api, call } from '../../platform/data/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { newIdempotencyKey } from '../../platform/data/idempotency-key.ts';
import { userQuery } from '../account/index.ts';
import { OutcomeMessage, useDocumentTitle } from '../shell/index.ts';

const seatsInRange = {
  holds: (value: string) => Number(value) >= 1 && Number(value) <= 100_000,
  text: texts.seatsRange,
};

/** Requests an offer, which opens a conversation with support. */
export default function ContactSalesScreen() {
  useDocumentTitle(texts.screen);
  const [sent, setSent] = useState(false);
  const { data: user } = useSuspenseQuery(userQuery);
  if (!sent) {
    return (
      <div className="flex flex-col gap-8">
        <Headline explanation={texts.explanation}>{texts.headline}</Headline>
        <RequestForm onSent={() => setSent(true)} />
      </div>
    );
  }
  return (
    <OutcomeMessage>
      <Headline explanation={formatText(texts.sentExplanation, { email: user.email })}>
        {texts.sentHeadline}
      </Headline>
      <LinkAction onClick={() => setSent(false)}>{texts.another}</LinkAction>
    </OutcomeMessage>
  );
}

/** Failures with a text of this form: an invalid field, and too many requests. */
const isFormError = (error: unknown) =>
  error instanceof ApiError && (error.is('validation_failed') || error.status === 429);

function RequestForm({ onSent }: { readonly onSent: () => void }) {
  const queryClient = useQueryClient();
  const key = useRef(newIdempotencyKey());
  const form = useForm({
    fields: { name: '', company: '', seats: '', message: '' },
    checks: { name: [required], seats: [required, seatsInRange], message: [required] },
    onSubmit: async ({ seats, ...words }) => {
      const body = { ...words, seats: Number(seats) };
      await call(api.contactSales, { body, idempotencyKey: key.current }).catch((error: unknown) => {
        throw isFormError(error) ? error : new ReadableError(failureTexts.messageNotSent);
      });
      await queryClient.invalidateQueries({ queryKey: ['support-tickets'] });
      onSent();
    },
  });
  return (
    <div className="w-full max-w-120">
      <Form state={form} submit={texts.send}>
        <TextField label={texts.name} autoComplete="name" maxLength={100} {...form.field('name')} />
        <TextField
          label={texts.company}
          hint={texts.companyHint}
          autoComplete="organization"
          maxLength={100}
          {...form.field('company')}
        />
        <NumberField
          label={texts.seats}
          wholeOnly={validationTexts.wholeNumber}
          maxLength={6}
          {...form.field('seats')}
        />
        <TextAreaField label={texts.message} rows={6} maxLength={5000} {...form.field('message')} />
      </Form>
    </div>
  );
}
