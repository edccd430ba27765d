import { optionsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button } from '@comet/ui';
import { clockTowards, useNow } from '../../platform/clock/index.ts';
import { useChoices } from '../../platform/daemon/index.ts';
import { SettingFrame } from './setting-frame.tsx';
import { pauseText } from './option-rows.ts';

/** The durations of a pause. */
const pauseSpans = ['quarter', 'hour', 'morning'] as const;

type PauseSpan = (typeof pauseSpans)[number];

/** The daemon pauses for a day at most. */
const dayInSeconds = 86_400;

const morningHour = 6;

/** A span in seconds, from `now` on. The morning is that of the next calendar day, limited to 24 hours. */
export function secondsOf(span: PauseSpan, now: Date): number {
  if (span === 'quarter') return 900;
  if (span === 'hour') return 3600;
  const morning = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour);
  return Math.min(dayInSeconds, Math.ceil((morning.getTime() - now.getTime()) / 1000));
}

const texts = optionsTexts.pause;

/** Pauses the tunnel for a limited time. */
export function PauseScreen({ snapshot: { settings } }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const text = pauseText(settings, useNow(clockTowards(settings.pausedUntil)));
  return (
    <SettingFrame title={texts.title} why={texts.why} failure={failure}>
      <p role="status" className="m-0 border-y border-line py-3.5">
        {text}
      </p>
      <div className="flex flex-col items-stretch gap-3 wide:flex-row wide:flex-wrap">
        {text === texts.not ? (
          pauseSpans.map((span) => (
            <Button
              key={span}
              weight="secondary"
              onClick={() => choose('pause', { seconds: secondsOf(span, new Date()) })}
            >
              {texts.spans[span]}
            </Button>
          ))
        ) : (
          <Button onClick={() => choose('resume', {})}>{texts.resume}</Button>
        )}
      </div>
    </SettingFrame>
  );
}
