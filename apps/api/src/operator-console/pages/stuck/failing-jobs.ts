import { failingJobsTexts as texts, frameTexts, stuckPaymentsTexts } from '@comet/texts/operator-console';
import { failingJobs } from '../../../platform/jobs/failing-jobs.ts';
import { type Html, html } from '../../html.ts';
import {
  actionForm,
  card,
  confirmation,
  type OperatorSession,
  type PageContext,
  rows,
  time,
} from '../../page.ts';

const shown = 200;

/** Background jobs whose last attempt failed: each, and all of a kind, can be retried or discarded. */
export async function failingJobsPage({ db, now, operatorSession }: PageContext): Promise<Html> {
  const jobs = await failingJobs(db, shown);
  const kinds = [...Map.groupBy(jobs, ({ kind }) => kind)];
  return html`<h1>${texts.headline}</h1><p class="lead">${texts.explanation}</p>
${kinds.map(([kind, own]) =>
  card(
    kind,
    html`${rows(
      [texts.job, texts.error, texts.attempts, texts.created, texts.next, texts.action],
      own.map(({ id, error, attempts, createdAt, retryAt }) => [
        html`<code>${id}</code>`,
        error ?? frameTexts.nothing,
        String(attempts),
        time(createdAt, now),
        retryAt === null ? texts.noRetry : time(retryAt, now),
        html`${retryForm(operatorSession, id, stuckPaymentsTexts.events.retry)}${discardForm(operatorSession, id, texts.discard)}`,
      ]),
      texts.none,
    )}${own.length > 1 ? html`${retryForm(operatorSession, kind, texts.retryAll)}${discardForm(operatorSession, kind, texts.discardAll)}` : null}`,
  ),
)}${jobs.length === 0 ? html`<div class="card"><p class="quiet">${texts.none}</p></div>` : null}`;
}

function retryForm(operatorSession: OperatorSession, job: string, label: string): Html {
  return actionForm(operatorSession, 'retry-job', { job }, html`<button class="second">${label}</button>`);
}

function discardForm(operatorSession: OperatorSession, job: string, label: string): Html {
  return html`<details><summary>${label}</summary>${actionForm(
    operatorSession,
    'discard-job',
    { job },
    html`<label>${texts.reason} <input name="reason" maxlength="500" required></label>${confirmation}<button class="danger">${label}</button>`,
  )}</details>`;
}
