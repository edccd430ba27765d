import { durationText, incidentTitle, say, statusTexts } from '@comet/texts/site';
import { getJson } from '../../platform/get-json.ts';
import { put } from '../live/index.ts';
import { barsOf, type MeasuredDay, summaryOf, totalsOf, uptimeOf } from './history.ts';

const { history: texts, incidents: incidentTexts } = statusTexts;

const everyMs = 300_000;
/** Least time between two requests, however often the page is shown and hidden. */
const shortestMs = 60_000;

/** As `GET v1/status/history` has it on the wire. */
interface History {
  readonly first_day: string;
  readonly last_day: string;
  readonly subjects: readonly { readonly subject: string; readonly days: readonly MeasuredDay[] }[];
  readonly incidents: readonly Incident[];
}

interface Incident {
  readonly id: string;
  readonly subject: string | null;
  readonly title: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly updates: readonly { readonly at: string; readonly text: string }[];
}

/** Fills the bars, the table and the incidents, now and every five minutes while the page is visible, and when it becomes visible again. */
export function followHistory(page: Document): void {
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<void> => {
    if (page.hidden || performance.now() - askedAt < shortestMs) return;
    askedAt = performance.now();
    const history = await getJson<History>('/api/v1/status/history');
    if (history === null) put(page, '[data-history-state]', texts.away);
    else show(page, history);
  };
  setInterval(() => void ask(), everyMs);
  page.addEventListener('visibilitychange', () => void ask());
  void ask();
}

function show(page: Document, history: History): void {
  put(page, '[data-history-state]', '');
  const names = new Map<string, string>();
  const rows: Node[] = [];
  for (const row of page.querySelectorAll<HTMLElement>('[data-subject]')) {
    const subject = row.dataset['subject'] ?? '';
    const name = row.querySelector('[data-name]')?.textContent ?? subject;
    names.set(subject, name);
    const days = history.subjects.find((one) => one.subject === subject)?.days ?? [];
    showBars(row, name, days, history);
    rows.push(tableRow(name, days));
  }
  page.querySelector('[data-history-rows]')?.replaceChildren(...rows);
  showIncidents(page, history.incidents, names);
}

function showBars(
  row: HTMLElement,
  name: string,
  days: readonly MeasuredDay[],
  { first_day, last_day }: History,
) {
  const bars = row.querySelector('[data-bars]');
  bars?.replaceChildren(
    ...barsOf(days, first_day, last_day).map(({ tone, text }) => {
      const bar = document.createElement('i');
      bar.dataset['day'] = tone;
      bar.title = text;
      return bar;
    }),
  );
  bars?.setAttribute('aria-label', say(texts.label, { subject: name, summary: summaryOf(days) }));
  const percent = uptimeOf(days);
  put(row, '[data-uptime]', percent === null ? texts.noData : say(texts.uptime, { percent }));
}

function tableRow(name: string, days: readonly MeasuredDay[]): Node {
  const { degraded, down, days: count } = totalsOf(days);
  const row = document.createElement('tr');
  const heading = document.createElement('th');
  heading.scope = 'row';
  heading.textContent = name;
  const cells = [uptimeOf(days) ?? texts.noData, degraded, down, count].map((value) => {
    const cell = document.createElement('td');
    cell.textContent = String(value);
    return cell;
  });
  row.append(heading, ...cells);
  return row;
}

function showIncidents(page: Document, incidents: readonly Incident[], names: ReadonlyMap<string, string>) {
  const template = page.querySelector<HTMLTemplateElement>('[data-incident]');
  if (template === null) return;
  const items = incidents.map((incident) => {
    const item = template.content.cloneNode(true) as DocumentFragment;
    item.querySelector('li')?.setAttribute('id', `incident-${incident.id}`);
    put(item, '[data-title]', incidentTitle(incident, names));
    put(item, '[data-span]', spanText(incident));
    const ended = incident.ended_at !== null;
    put(item, '[data-state]', ended ? incidentTexts.state.ended : incidentTexts.state.ongoing);
    item.querySelector<HTMLElement>('[data-state]')?.setAttribute('data-tone', ended ? 'safe' : 'danger');
    const updates = incident.updates.map(({ at, text }) => {
      const update = document.createElement('li');
      update.textContent = `${timeOf(at)}: ${text}`;
      return update;
    });
    item.querySelector('[data-updates]')?.replaceChildren(...updates);
    return item;
  });
  page.querySelector('[data-incidents]')?.replaceChildren(...items);
  put(page, '[data-no-incidents]', incidents.length === 0 ? incidentTexts.none : '');
  // A link of the feed leads to an incident that was not there when the page was loaded.
  const wanted = location.hash.slice(1);
  if (wanted.startsWith('incident-')) page.getElementById(wanted)?.scrollIntoView();
}

function spanText({ started_at: from, ended_at: until }: Incident): string {
  if (until === null) return say(incidentTexts.ongoing, { from: timeOf(from) });
  const duration = durationText(Date.parse(until) - Date.parse(from));
  return say(incidentTexts.lasted, { from: timeOf(from), until: timeOf(until), duration });
}

const timeOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
