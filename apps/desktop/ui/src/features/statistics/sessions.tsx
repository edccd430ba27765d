import { formatDayAndTime } from '@comet/texts';
import { failureText, statisticsTexts as texts } from '@comet/texts/desktop';
import { Button, Subhead, Table, useNotify } from '@comet/ui';
import { useEffect, useState } from 'react';
import { type Daemon, useDaemon, useDaemonQuery } from '../../platform/daemon/index.ts';
import { saveText } from '../../platform/files/index.ts';
import { amountOf } from '../home/index.ts';
import { cityOf, csvOf, type Months, type Sessions, transportText } from './statistics-view.ts';

/** Number of sessions in the list; the export has all. */
const listed = 50;

/** The latest sessions, the newest first; loaded again with the `months`, which change when the user deletes them. */
export function SessionsTable({ months }: { readonly months: Months }) {
  const daemon = useDaemon();
  const [sessions, setSessions] = useState<Sessions>([]);
  const { value: known } = useDaemonQuery('locations');
  useEffect(() => {
    let open = true;
    void daemon.send('statistics.sessions', { month: null, from: 0 }).then((done) => {
      if (open && done.ok) setSessions(done.value.sessions.slice(0, listed));
    });
    return () => {
      open = false;
    };
  }, [daemon, months]);
  return (
    <section className="flex flex-col gap-3">
      <Subhead>{texts.latest}</Subhead>
      <Table
        caption={texts.latest}
        wordColumns={4}
        heads={[texts.started, texts.ended, texts.location, texts.transport, texts.received, texts.sent]}
        rows={sessions.map(({ startedAt, endedAt, location, transport, received, sent }) => ({
          key: `${startedAt} ${location}`,
          cells: [
            formatDayAndTime(startedAt),
            endedAt === null ? texts.now : formatDayAndTime(endedAt),
            cityOf(location, known?.locations),
            transportText(transport),
            amountOf(received),
            amountOf(sent),
          ],
        }))}
      />
    </section>
  );
}

/** Returns all sessions from number `from`, page by page; the failure of a page as its text. */
async function sessionsFrom(daemon: Daemon, from: number): Promise<Sessions | string> {
  const page = await daemon.send('statistics.sessions', { month: null, from });
  if (!page.ok) return failureText(page.error.error, page.error.detail);
  const { sessions, next } = page.value;
  if (next === null) return sessions;
  const rest = await sessionsFrom(daemon, next);
  return typeof rest === 'string' ? rest : [...sessions, ...rest];
}

/** Saves all statistics as a file. */
export function ExportButtons({ months }: { readonly months: Months }) {
  const daemon = useDaemon();
  const notify = useNotify();
  const save = async (format: 'csv' | 'json'): Promise<void> => {
    const sessions = await sessionsFrom(daemon, 0);
    if (typeof sessions === 'string') {
      notify(sessions, { tone: 'danger' });
      return;
    }
    const text = format === 'csv' ? csvOf(sessions) : `${JSON.stringify({ months, sessions }, null, 2)}\n`;
    saveText(`${texts.file}.${format}`, text);
  };
  return (
    <>
      <Button weight="secondary" onClick={() => void save('csv')}>
        {texts.exportCsv}
      </Button>
      <Button weight="secondary" onClick={() => void save('json')}>
        {texts.exportJson}
      </Button>
    </>
  );
}
