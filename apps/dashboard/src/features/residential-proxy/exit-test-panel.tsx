import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../platform/data/api.ts';
import type { LiveCountry } from '../coverage/index.ts';
import type { Target } from './endpoint.ts';
import { countryName, exitTestTexts as texts, formatText, errorText } from '@comet/texts';
import { Banner, Button, Subhead } from '@comet/ui';

interface ExitTestPanelProps {
  readonly target: Pick<Target, 'country' | 'city'>;
  readonly countries: readonly LiveCountry[];
}

/** Tests an exit at the location chosen in the builder. */
export function ExitTestPanel({ target: { country, city }, countries }: ExitTestPanelProps) {
  const test = useMutation({
    mutationFn: () => call(api.testExit, { body: { country, city } }),
  });
  return (
    <ExitTest
      location={country === null ? null : locationLabel({ country, city }, countries)}
      seen={test.data ?? null}
      failure={test.error}
      busy={test.isPending}
      onTest={() => test.mutate()}
    />
  );
}

/** `New York, United States`, or only the country. */
function locationLabel(
  { country, city }: { readonly country: string; readonly city: string | null },
  countries: readonly LiveCountry[],
): string {
  const live = countries.find((each) => each.country === country);
  const name = countryName(country);
  if (city === null) return name;
  const known = live?.cities.find((each) => each.city === city);
  return formatText(texts.cityOf, { city: known?.name ?? city, country: name });
}

/** Result of a request through an exit. */
interface ExitSeen {
  readonly address: string;
  readonly milliseconds: number;
}

interface ExitTestProps {
  /** Target location as text; null for any. */
  readonly location: string | null;
  readonly seen: ExitSeen | null;
  readonly failure: Error | null;
  readonly busy: boolean;
  readonly onTest: () => void;
}

/** A test request through the chosen location, and its exit address. */
function ExitTest({ location, seen, failure, busy, onTest }: ExitTestProps) {
  return (
    <section className="flex flex-col items-start gap-4">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.headline}</Subhead>
        <p className="m-0 text-quiet">
          {formatText(texts.explanation, { place: location ?? texts.anywhere })}
        </p>
      </div>
      <Button weight="secondary" busy={busy} onClick={onTest}>
        {seen === null && failure === null ? texts.test : texts.again}
      </Button>
      {failure !== null && (
        <Banner tone="danger" urgent title={texts.failed}>
          {errorText(failure).text}
        </Banner>
      )}
      {failure === null && seen !== null && (
        <Banner tone="safe" title={<SeenAddress address={seen.address} />}>
          {location === null
            ? formatText(texts.seenAnywhere, { milliseconds: seen.milliseconds })
            : formatText(texts.seenIn, { place: location, milliseconds: seen.milliseconds })}
        </Banner>
      )}
    </section>
  );
}

function SeenAddress({ address }: { readonly address: string }) {
  const [before, after] = texts.seen.split('{address}');
  return (
    <>
      {before}
      <span className="font-mono">{address}</span>
      {after}
    </>
  );
}
