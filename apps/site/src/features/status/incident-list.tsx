import { statusTexts } from '@comet/texts/site';
import { actionClasses } from '../frame/index.ts';

const { incidents: texts } = statusTexts;

export const incidentFeedPath = '/api/v1/status/incidents.rss';

/** Incidents of the last 90 days, rendered by the page's script. */
export function IncidentList() {
  return (
    <section className="mt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="m-0 text-title">{texts.heading}</h2>
        <a
          href={incidentFeedPath}
          className={`inline-flex min-h-11 items-center text-small ${actionClasses}`}
        >
          {texts.feed}
        </a>
      </div>
      <p className="m-0 text-small text-quiet">{texts.explanation}</p>
      <p data-incidents-note className="m-0 mt-4 min-h-6 noscript:hidden" />
      <ul
        data-incidents
        className="m-0 list-none overflow-hidden rounded-control p-0 not-empty:border not-empty:border-line not-empty:bg-raised"
      />
      <template data-incident>
        <li className="border-b border-line px-5 py-4 last:border-b-0 target:bg-warm sm:px-7">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h3 data-title className="m-0 font-text text-body" />
            <span
              data-state
              data-tone=""
              className="text-small font-semibold data-[tone=danger]:text-danger data-[tone=safe]:text-safe"
            />
          </div>
          <p data-span className="m-0 text-small text-quiet" />
          <ul data-updates className="m-0 list-none p-0 not-empty:mt-2" />
        </li>
      </template>
    </section>
  );
}
