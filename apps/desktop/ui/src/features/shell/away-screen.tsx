import { shellTexts } from '@comet/texts/desktop';
import { Headline, Trail } from '@comet/ui';

/** Nobody answers at the daemon's socket: said plainly, for nothing can be known about the tunnel. */
export function AwayScreen() {
  return (
    <main className="mx-auto flex w-full max-w-2xl grow flex-col justify-center gap-6 px-5">
      <Trail label={shellTexts.starting} progress={null} />
      <Headline explanation={shellTexts.awayWhat}>{shellTexts.away}</Headline>
      <p className="m-0 text-quiet">{shellTexts.awayNext}</p>
    </main>
  );
}
