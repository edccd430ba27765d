import { failureTexts, ReadableError, supportTexts, visitorSupportTexts as texts } from '@comet/texts';
import { SelectField, TextAreaField, TextField } from '@comet/ui';
import { useState } from 'react';
import { ApiError, api, call } from '../../platform/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';
import { solvePuzzle } from './solve-puzzle.ts';

type Topic = keyof typeof texts.topics;
const topics = Object.entries(texts.topics).map(([value, label]) => ({ value: value as Topic, label }));

/** Sooner after the task was given, the API takes it for a program's. */
const PUZZLE_MS = 2000;

async function send(message: { name: string; email: string; topic: Topic; message: string }): Promise<void> {
  const challenge = await call(api.showContactPuzzle, {});
  const soonest = new Promise((resolve) => setTimeout(resolve, PUZZLE_MS));
  const solution = await solvePuzzle(challenge);
  await soonest;
  await call(api.sendContact, { body: { ...message, challenge, solution } });
}

/** Failures that the form has better words for: a field that is wrong, and too many requests. */
const isForTheForm = (error: unknown) =>
  error instanceof ApiError && (error.is('validation_failed') || error.status === 429);

export function VisitorForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const [topic, setTopic] = useState<Topic>('account');
  const form = useForm({
    fields: { name: '', email: '', message: '' },
    checks: { name: [required], email: [required, emailAddress], message: [required] },
    onSubmit: async (values) => {
      await send({ ...values, topic }).catch((error: unknown) => {
        throw isForTheForm(error) ? error : new ReadableError(failureTexts.messageNotSent);
      });
      onSent(values.email.trim());
    },
  });
  return (
    <Form state={form} submit={supportTexts.send}>
      <TextField label={texts.name} autoComplete="name" maxLength={100} {...form.field('name')} />
      <TextField
        label={texts.email}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <SelectField label={texts.topic} options={topics} value={topic} onChange={setTopic} />
      <TextAreaField
        label={supportTexts.message}
        hint={supportTexts.hint}
        rows={5}
        maxLength={5000}
        {...form.field('message')}
      />
    </Form>
  );
}
