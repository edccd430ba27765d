import { formatText, plural } from '@comet/texts';
import { failureText, statisticsTexts as texts } from '@comet/texts/desktop';
import type { ResultOf, Snapshot } from '@comet/tunnel-protocol';
import { BarChart, Button, Dialog, Disclosure, EmptyState, SwitchField, Table, useNotify } from '@comet/ui';
import { useState } from 'react';
import { useDaemon, useDaemonQuery } from '../../platform/daemon/index.ts';
import { amountOf } from '../home/index.ts';
import { ScreenFrame } from '../navigation/index.ts';
import { QueryResult } from '../query-result/index.ts';
import { BudgetForm } from './budget-form.tsx';
import { ExportButtons, SessionsTable } from './sessions.tsx';
import { barsOf, formatMark, monthName } from './statistics-view.ts';

/** Statistics that the daemon keeps on this machine. */
export function StatisticsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const query = useDaemonQuery('statistics');
  const daemon = useDaemon();
  const notify = useNotify();
  const { statistics, dataBudget } = snapshot.settings;

  async function record(on: boolean): Promise<void> {
    const done = await daemon.send('statistics.set', { on });
    if (!done.ok) notify(failureText(done.error.error, done.error.detail), { tone: 'danger' });
  }

  return (
    <ScreenFrame title={texts.title}>
      <p className="m-0 text-quiet">{texts.why}</p>
      <QueryResult
        query={query}
        loading={texts.loading}
        unavailable={(why) => formatText(texts.unavailable, { why })}
      >
        {({ months }) =>
          months.length === 0 ? (
            <EmptyState picture={<EmptyChart />}>{texts.none}</EmptyState>
          ) : (
            <Recorded months={months} onForgotten={query.again} />
          )
        }
      </QueryResult>
      <SwitchField
        label={texts.record}
        hint={texts.recordHint}
        checked={statistics}
        onChange={(on) => void record(on)}
      />
      {statistics && <BudgetForm budget={dataBudget} />}
    </ScreenFrame>
  );
}

function EmptyChart() {
  return (
    <svg viewBox="0 0 192 72">
      {[18, 34, 26, 48, 40, 60].map((height, place) => (
        <rect
          key={height}
          x={place * 32 + 6}
          y={68 - height}
          width="20"
          height={height}
          rx="3"
          className={place === 5 ? 'fill-comet' : 'fill-line'}
        />
      ))}
    </svg>
  );
}

interface RecordedProps {
  readonly months: ResultOf<'statistics'>['months'];
  readonly onForgotten: () => void;
}

function Recorded({ months, onForgotten }: RecordedProps) {
  const bars = barsOf(months);
  const total = months.reduce((sum, { received, sent }) => sum + received + sent, 0);
  return (
    <>
      <BarChart
        label={texts.chart}
        summary={formatText(plural(months.length, texts.summary), {
          data: amountOf(total),
          count: months.length,
        })}
        bars={bars}
        formatTick={formatMark}
      />
      <Disclosure summary={texts.table}>
        <Table
          caption={texts.chart}
          heads={[texts.month, texts.sessions, texts.received, texts.sent]}
          rows={months.map(({ month, sessions, received, sent }) => ({
            key: month,
            cells: [monthName(month), sessions, amountOf(received), amountOf(sent)],
          }))}
        />
      </Disclosure>
      <SessionsTable months={months} />
      <div className="flex flex-wrap gap-3">
        <ExportButtons months={months} />
        <ForgetButton onForgotten={onForgotten} />
      </div>
    </>
  );
}

function ForgetButton({ onForgotten }: Pick<RecordedProps, 'onForgotten'>) {
  const daemon = useDaemon();
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  async function forget(): Promise<void> {
    setBusy(true);
    const done = await daemon.send('statistics.forget', {});
    setBusy(false);
    setIsOpen(false);
    onForgotten();
    if (done.ok) notify(texts.forgotten);
    else notify(failureText(done.error.error, done.error.detail), { tone: 'danger' });
  }

  return (
    <>
      <Button weight="secondary" onClick={() => setIsOpen(true)}>
        {texts.forget}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.forgetTitle}
        explanation={texts.forgetWhy}
        actions={
          <>
            <Button weight="danger" busy={busy} onClick={() => void forget()}>
              {texts.forget}
            </Button>
            <Button weight="secondary" onClick={() => setIsOpen(false)}>
              {texts.keep}
            </Button>
          </>
        }
      />
    </>
  );
}
