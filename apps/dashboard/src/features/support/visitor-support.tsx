import {
  formatText,
  supportTexts,
  visitorSupportTexts as texts,
  failureTexts,
  ReadableError,
} from '@comet/texts';
import { CornerWindow, LinkAction, SelectField, TextAreaField, TextField } from '@comet/ui';
import { useState } from 'react';
import { ApiError, api, call } from '../../platform/data/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';
import { HelpAnswers } from './help-answers.tsx';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';

/** Number of tries between two pauses: some milliseconds of work, so that the page stays responsive. */
const TRIES = 2000;

/** Solves the ALTCHA challenge of a message without a sign-in (`showContactPuzzle` of the contract). */
export async function solvePuzzle(challenge: Challenge): Promise<Solution> {
  let tried = 0;
  const solution = await solveChallenge({
    challenge,
    // No time limit: in a background tab each pause can take a second.
    timeout: 0,
    // Instead of altcha-lib's own `crypto.subtle`, which is much slower for many short texts and unavailable
    // at a LAN address.
    deriveKey: async ({ cost, keyLength }, salt, password) => {
      tried += 1;
      if (tried % TRIES === 0) await new Promise((resolve) => setTimeout(resolve));
      let key = concatBytes(salt, password);
      for (let round = 0; round < cost; round += 1) key = sha256(key);
      return { derivedKey: key.slice(0, keyLength) };
    },
  });
  if (solution === null) throw new Error('The challenge was not solved');
  return solution;
}

type Topic = keyof typeof texts.topics;

const topics = Object.entries(texts.topics).map(([value, label]) => ({ value: value as Topic, label }));

/** Minimum time in ms between challenge and message: the API rejects faster ones as automated. */
const PUZZLE_MS = 2000;

async function send(message: { name: string; email: string; topic: Topic; message: string }): Promise<void> {
  const challenge = await call(api.showContactPuzzle, {});
  const soonest = new Promise((resolve) => setTimeout(resolve, PUZZLE_MS));
  const solution = await solvePuzzle(challenge);
  await soonest;
  await call(api.sendContact, { body: { ...message, challenge, solution } });
}

/** Failures with a text of this form: an invalid field, and too many requests. */
const isFormError = (error: unknown) =>
  error instanceof ApiError && (error.is('validation_failed') || error.status === 429);

function VisitorForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const [topic, setTopic] = useState<Topic>('account');
  const form = useForm({
    fields: { name: '', email: '', message: '' },
    checks: { name: [required], email: [required, emailAddress], message: [required] },
    onSubmit: async (values) => {
      await send({ ...values, topic }).catch((error: unknown) => {
        throw isFormError(error) ? error : new ReadableError(failureTexts.messageNotSent);
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
      <SelectField inForm label={texts.topic} options={topics} value={topic} onChange={setTopic} />
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

/** The support form for people without an account, or without access to it: the reply is sent by mail. */
export default function VisitorSupport() {
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <CornerWindow
      open={open}
      onOpenChange={setOpen}
      title={supportTexts.headline}
      openLabel={supportTexts.headline}
      closeLabel={supportTexts.close}
      hasNews={false}
    >
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto overscroll-contain px-5 py-4">
        {sentTo === null ? (
          <>
            <HelpAnswers />
            <p className="m-0 mt-2 text-quiet">{texts.explanation}</p>
            <VisitorForm onSent={setSentTo} />
          </>
        ) : (
          <div role="status" className="flex flex-col items-start gap-3">
            <p className="m-0 font-heading text-lead font-semibold">{texts.sentHeadline}</p>
            <p className="m-0 text-quiet">{formatText(texts.sent, { email: sentTo })}</p>
            <LinkAction onClick={() => setSentTo(null)}>{texts.another}</LinkAction>
          </div>
        )}
      </div>
    </CornerWindow>
  );
}
