import { statusTexts as texts } from '@comet/texts/site';

/** A dot in the color of a state. The state is also given as text next to it. */
export function Light({ large = false }: { readonly large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-tone=""
      className={`${large ? 'size-4' : 'size-2.5'} inline-block shrink-0 rounded-full bg-edge data-[tone=danger]:bg-danger data-[tone=safe]:bg-safe data-[tone=warn]:bg-warn`}
    />
  );
}

/** A state as text: live, or at the time of the build for readers without scripts. */
export function StateText({ atBuild }: { readonly atBuild: keyof typeof texts.states | undefined }) {
  return (
    <span className="min-h-6 text-right text-small font-semibold">
      <span
        data-state
        data-tone=""
        className="text-quiet noscript:hidden data-[tone=danger]:text-danger data-[tone=safe]:text-safe data-[tone=warn]:text-warn"
      />
      {atBuild !== undefined && <span className="hidden noscript:inline">{texts.states[atBuild]}</span>}
    </span>
  );
}
