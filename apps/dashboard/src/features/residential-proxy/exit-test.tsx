import { errorText, exitTestTexts as texts, say } from '@comet/texts';
import { Banner, Button, Subhead } from '@comet/ui';

/** What a request through an exit came to. */
interface ExitSeen {
  readonly address: string;
  readonly milliseconds: number;
}

interface ExitTestProps {
  /** Where it is to leave, in words; null for anywhere. */
  readonly place: string | null;
  readonly seen: ExitSeen | null;
  readonly failure: Error | null;
  readonly busy: boolean;
  readonly onTest: () => void;
}

/** A request that we make through the chosen place, and what comes out there. */
export function ExitTest({ place, seen, failure, busy, onTest }: ExitTestProps) {
  return (
    <section className="flex flex-col items-start gap-4">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.headline}</Subhead>
        <p className="m-0 text-quiet">{say(texts.explanation, { place: place ?? texts.anywhere })}</p>
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
        <Banner tone="safe" title={<Seen address={seen.address} />}>
          {place === null
            ? say(texts.seenAnywhere, { milliseconds: seen.milliseconds })
            : say(texts.seenIn, { place, milliseconds: seen.milliseconds })}
        </Banner>
      )}
    </section>
  );
}

function Seen({ address }: { readonly address: string }) {
  const [before, after] = texts.seen.split('{address}');
  return (
    <>
      {before}
      <span className="font-mono">{address}</span>
      {after}
    </>
  );
}
