import { statusTexts as texts } from '@comet/texts/site';

const stateClasses =
  'self-center font-semibold text-quiet data-[tone=danger]:text-danger data-[tone=safe]:text-safe data-[tone=warn]:text-warn';

/** Rows that the page's script fills. They are rendered before the first reply, so that nothing moves. */
export function StatusBoard() {
  return (
    <section className="mt-12" aria-busy="true" data-status-board>
      <p className="m-0 min-h-20 font-heading text-title font-semibold" role="status" data-status-summary>
        {texts.asking}
      </p>
      <ul className="m-0 list-none border-t border-line p-0">
        {Object.entries(texts.parts).map(([part, name]) => (
          <li
            key={part}
            data-status-part={part}
            className="grid min-h-28 grid-cols-[1fr_auto] content-center gap-x-6 gap-y-1 border-b border-line py-4"
          >
            <h2 className="m-0 text-lead">{name}</h2>
            <span data-state className={stateClasses} />
            <p data-detail className="m-0 min-h-6 text-quiet" />
          </li>
        ))}
      </ul>
      <p className="m-0 mt-4 min-h-6 text-small text-quiet" data-status-time />
      <noscript>
        <p className="m-0 mt-4 text-quiet">
          {texts.withoutScripts}{' '}
          <a href="/api/v1/status" className="text-comet underline underline-offset-4">
            {texts.raw}
          </a>
        </p>
      </noscript>
    </section>
  );
}
