import { formatText } from '@comet/texts';
import { homeTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useEffect, useState } from 'react';
import { useNow, everySecond } from '../../platform/clock/index.ts';
import { useDaemon } from '../../platform/daemon/index.ts';
import { height, type Throughput, width, drawThroughput } from './draw-throughput.ts';
import { canUnblock, homeClock, homeView } from './home-view.ts';
import { MainAction } from './main-action.tsx';
import { NextStep, useRemedy } from './next-step.tsx';
import { Orbit } from './orbit.tsx';
import { excludedTrafficText, fallbackText, maintenanceText } from './tunnel-notices.ts';
import { LocationRow } from './location-row.tsx';
import { extendIdle, type Reading, appendReading } from './throughput.ts';
import { useConnection } from './use-connection.ts';

interface HomeScreenProps {
  readonly snapshot: Snapshot;
  /** Opens another screen. */
  readonly onOpen: (screen: 'locations') => void;
}

/** Shows the state of the tunnel, with one button that changes it. */
export function HomeScreen({ snapshot, onOpen }: HomeScreenProps) {
  const now = useNow(homeClock(snapshot));
  const connection = useConnection();
  const view = homeView(snapshot, now);
  const remedy = useRemedy(snapshot);
  const remarks = [maintenanceText(snapshot), fallbackText(snapshot), excludedTrafficText(snapshot)].filter(
    (text) => text !== null,
  );
  return (
    <main className="relative flex min-h-0 grow flex-col gap-3 overflow-y-auto px-5 pb-5 wide:flex-row wide:items-center wide:gap-12 wide:px-12">
      <section aria-live="polite" className="flex shrink-0 grow flex-col justify-center py-2 wide:w-1/2">
        <Orbit look={view.look}>
          <h1 className="m-0 text-[1.625rem] leading-tight">{view.headline}</h1>
          <p aria-live={view.look === 'safe' ? 'off' : undefined} className="m-0 text-small text-quiet">
            {view.line}
          </p>
          {view.address !== null && <p className="m-0 font-mono text-small select-text">{view.address}</p>}
        </Orbit>
      </section>
      <div className="flex flex-col wide:w-1/2 wide:max-w-sm">
        <ThroughputRow traffic={snapshot.traffic} />
        <LocationRow snapshot={snapshot} now={now} remarks={remarks} onChange={() => onOpen('locations')} />
        {remedy !== null && (
          <NextStep remedy={remedy} tunnel={snapshot.tunnel} onRetry={connection.connect} />
        )}
        {connection.failure !== null && (
          <p role="alert" className="m-0 pb-3 text-small text-danger">
            {connection.failure}
          </p>
        )}
        <MainAction action={view.action} connection={connection} remedy={remedy} />
        {canUnblock(snapshot) && (
          <button
            type="button"
            className="mt-2 min-h-11 border-0 bg-transparent text-small text-quiet underline"
            onClick={connection.disconnect}
          >
            {homeTexts.letOut}
          </button>
        )}
      </div>
    </main>
  );
}

/** The throughput as figures and as a graph of the last minute. */
function ThroughputRow({ traffic }: { readonly traffic: Snapshot['traffic'] }) {
  const { down, up, downLine, upLine } = useThroughput();
  if (traffic === null) return null;
  return (
    // In a window too narrow for both, at a high zoom, the figures are below the graph.
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
      <Sparkline label={homeTexts.graph} downLine={downLine} upLine={upLine} />
      <dl className="m-0 flex min-w-0 grow flex-col text-small">
        <Figure term={homeTexts.down} megabits={down} />
        <Figure term={homeTexts.up} megabits={up} />
      </dl>
    </div>
  );
}

function Figure({ term, megabits }: { readonly term: string; readonly megabits: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-quiet">{term}</dt>
      <dd className="m-0 font-mono">{formatText(homeTexts.rate, { megabits })}</dd>
    </div>
  );
}

interface SparklineProps extends Pick<Throughput, 'downLine' | 'upLine'> {
  readonly label: string;
}

/**
 * A graph of the last minute, the latest reading at the right. The figures below it are its text alternative.
 */
function Sparkline({ label, downLine, upLine }: SparklineProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-10 w-0 grow-999 basis-24"
    >
      <path d={upLine} fill="none" vectorEffect="non-scaling-stroke" className="stroke-edge" />
      <path
        d={downLine}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        className="stroke-safe"
      />
    </svg>
  );
}

/** The throughput of the last minute, updated each second if it changes, and reset with the tunnel. */
function useThroughput(): Throughput {
  const daemon = useDaemon();
  const [shown, setShown] = useState(() => drawThroughput([]));
  useEffect(() => {
    let latest: readonly Reading[] = [];
    const leave = daemon.follow((snapshot) => {
      const traffic = snapshot?.traffic ?? null;
      const { received = 0, sent = 0 } = traffic ?? {};
      latest = traffic === null ? [] : appendReading(latest, { at: Date.now(), received, sent });
    });
    const stop = everySecond(() => {
      latest = extendIdle(latest, Date.now());
      const next = drawThroughput(latest);
      setShown((before) => (hasSameDrawing(before, next) ? before : next));
    });
    return () => {
      leave();
      stop();
    };
  }, [daemon]);
  return shown;
}

function hasSameDrawing(one: Throughput, other: Throughput): boolean {
  return (
    one.down === other.down &&
    one.up === other.up &&
    one.downLine === other.downLine &&
    one.upLine === other.upLine
  );
}
