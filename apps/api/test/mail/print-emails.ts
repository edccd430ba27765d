import { renderEmail } from '../../src/platform/mail/email.ts';
import { emailSamples } from './email-samples.ts';

/** Prints every sample email as JSON: name → subject, HTML and text. */
const rendered = await Promise.all(
  Object.entries(emailSamples).map(async ([name, email]) => [name, await renderEmail(email)] as const),
);
process.stdout.write(JSON.stringify(Object.fromEntries(rendered)));
