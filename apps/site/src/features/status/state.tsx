import { statusTexts as texts } from '@comet/texts/site';

/** A dot in the color of a state, which stands beside in words. */
export function Light({ large = false }: { readonly large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-tone=""
      className={`${large ? 'size-4' : 'size-2.5'} inline-block shrink-0 rounded-full bg-edge data-[tone=danger]:bg-danger data-[tone=safe]:bg-safe data-[tone=warn]:bg-warn`}
    />
  );
}

/** A state in words: live, or as of the build for readers without scripts. */
export function StateText({ known }: { readonly known: keyof typeof texts.states | undefined }) {
  return (
    <span className="min-h-6 text-right text-small font-semibold">
      <span
        data-state
        data-tone=""
        className="text-quiet noscript:hidden data-[tone=danger]:text-danger data-[tone=safe]:text-safe data-[tone=warn]:text-warn"
      />
      {known !== undefined && <span className="hidden noscript:inline">{texts.states[known]}</span>}
    </span>
  );
}
