import { readFileSync } from 'node:fs';
import { cancelPlanTexts, homeTexts } from '@comet/texts';
import { subscriptionEmails } from '@comet/texts/emails';
import { pricingTexts } from '@comet/texts/site';
import { expect, test } from 'vitest';

const document = (name: string) =>
  readFileSync(new URL(`../../../content/legal/${name}.md`, import.meta.url), 'utf8');

/** The two buttons of a cancellation in the dashboard, in order. */
const steps = [homeTexts.cancel, cancelPlanTexts.confirm];

const answerTo = (question: string) =>
  pricingTexts.questions.rows.find(([asked]) => asked === question)?.[1] ?? '';

test.each([
  ['the pricing page', answerTo('How do I cancel?')],
  ['the terms', document('terms')],
  ['the mail about a trial', subscriptionEmails.trialStarted.paragraphs.join(' ')],
])('%s names every step of cancelling, as the dashboard does', (_where, words) => {
  expect(words).toMatch(new RegExp(steps.join('\\W.*')));
});

test.each([
  ['the pricing page', answerTo('How do I get my money back?')],
  ['the page about refunds', document('refunds')],
])('%s names the action that requests a refund', (_where, words) => {
  expect(words).toContain(homeTexts.askRefund);
});
