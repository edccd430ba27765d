import { LOCALE, formatText, statusTexts as texts } from '@comet/texts/site';
import type { ReactNode } from 'react';
import { citiesOf, locations, statusAtBuild } from '../catalogue/index.ts';
import { actionClasses } from '../frame/index.ts';
import { detailOf, locationsUp, serversOf } from '../live-status/index.ts';
import { IncidentList } from './incident-list.tsx';
import { Light, StateText } from './state.tsx';

const { history } = texts;

/** Rows that the page's script fills. They are rendered before the first response, so that nothing moves. */
export function StatusBoard() {
  return (
    <div aria-busy="true" data-status-board>
      <section className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-raised p-5 sm:p-7">
        <span data-status-light className="inline-flex">
          <Light large />
        </span>
        {/* Two lines on a phone, reserved so that nothing moves. */}
        <p
          className="m-0 min-h-[2lh] flex-1 font-heading text-title font-semibold sm:min-h-0"
          role="status"
          data-status-summary
        >
          <span className="noscript:hidden">{texts.checking}</span>
        </p>
        <p className="m-0 min-h-6 w-full text-small text-quiet noscript:hidden sm:w-auto" data-status-time />
        <noscript>
          <WithoutScripts />
        </noscript>
      </section>
      <Group heading={texts.partsHeading} explanation={history.explanation}>
        {Object.entries(texts.parts).map(([part, name]) => {
          const atBuild = statusAtBuild?.parts.find((one) => one.name === part);
          return (
            <Row
              key={part}
              subject={part}
              name={name}
              attribute={{ 'data-part': part }}
              state={atBuild?.state}
            >
              {atBuild === undefined ? '' : detailOf(atBuild)}
            </Row>
          );
        })}
      </Group>
      <Group heading={texts.citiesHeading} explanation={<LocationsUp />}>
        {citiesOf(locations).map(({ code, city, countryName }) => {
          const atBuild = statusAtBuild?.cities.find((one) => one.code === code);
          return (
            <Row
              key={code}
              subject={code}
              name={city === countryName ? city : `${city}, ${countryName}`}
              attribute={{ 'data-city': code }}
              state={atBuild?.state}
            >
              {atBuild === undefined ? '' : serversOf(atBuild)}
            </Row>
          );
        })}
      </Group>
      <p
        className="m-0 mt-4 min-h-6 text-small text-quiet noscript:hidden"
        data-history-state
        role="status"
      />
      <HistoryTable />
      <IncidentList />
    </div>
  );
}

/** The number of locations that are up: live, or at the time of the build for readers without scripts. */
export function LocationsUp() {
  return (
    <>
      {/* Two lines on a phone, reserved so that nothing moves. */}
      <span data-cities-up className="inline-block min-h-12 noscript:hidden sm:min-h-6" />
      {statusAtBuild !== undefined && (
        <span className="hidden noscript:inline">{locationsUp(statusAtBuild.cities)}</span>
      )}
    </>
  );
}

const builtAt = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The date of the state at the time of the build; nothing if it is missing. */
export function BuiltAt() {
  if (statusAtBuild === undefined) return null;
  const time = `${builtAt.format(new Date(statusAtBuild.checkedAt))} UTC`;
  return <>{formatText(texts.builtAt, { time })}</>;
}

function WithoutScripts() {
  return (
    <p className="m-0 w-full text-quiet">
      <BuiltAt /> {texts.withoutScripts}{' '}
      <a href="/api/v1/status" className={actionClasses}>
        {texts.raw}
      </a>
      {', '}
      <a href="/api/v1/status/history" className={actionClasses}>
        {texts.rawHistory}
      </a>
    </p>
  );
}

function Group({
  heading,
  explanation,
  children,
}: {
  readonly heading: string;
  readonly explanation: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="mt-12">
      <h2 className="m-0 text-title">{heading}</h2>
      <p className="m-0 mt-1 min-h-6 text-small text-quiet">{explanation}</p>
      <ul className="m-0 mt-4 list-none overflow-hidden rounded-control border border-line bg-raised p-0">
        {children}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly subject: string;
  readonly name: string;
  readonly attribute: Readonly<Record<`data-${string}`, string>>;
  /** At the time of the build, for readers without scripts. */
  readonly state: keyof typeof texts.states | undefined;
  readonly children: ReactNode;
}

function Row({ subject, name, attribute, state, children }: RowProps) {
  return (
    <li
      {...attribute}
      data-subject={subject}
      className="grid gap-x-8 gap-y-2 border-b border-line px-5 py-4 last:border-b-0 sm:px-7 lg:grid-cols-[2fr_3fr] lg:items-center"
    >
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3">
        <Light />
        <h3 className="m-0 font-text text-body" data-name>
          {name}
        </h3>
        <StateText atBuild={state} />
        <p className="col-start-2 col-end-4 m-0 min-h-5 text-small text-quiet">
          <span data-detail className="noscript:hidden" />
          <span className="hidden noscript:inline">{children}</span>
        </p>
      </div>
      <div className="noscript:hidden">
        <div data-bars role="img" aria-label={history.noData} className="status-bars" />
        <p className="m-0 mt-1 flex justify-between text-small text-quiet">
          <span>{history.first}</span>
          <span data-uptime className="min-w-16 text-center tabular-nums" />
          <span>{history.last}</span>
        </p>
      </div>
    </li>
  );
}

function HistoryTable() {
  const { columns } = history;
  return (
    <details className="mt-2 noscript:hidden">
      <summary className={`inline-flex min-h-11 cursor-pointer items-center ${actionClasses}`}>
        {history.table}
      </summary>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={history.caption}>
        <table className="status-table">
          <caption className="sr-only">{history.caption}</caption>
          <thead>
            <tr>
              {Object.values(columns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody data-history-rows />
        </table>
      </div>
    </details>
  );
}
