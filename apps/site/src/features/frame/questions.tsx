import { Icon } from '@comet/ui';

/** Questions with answers that open without a script. */
export function Questions({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <div className="border-t border-line">
      {rows.map(([question, answer]) => (
        <details key={question} className="group border-b border-line">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-4 font-semibold hover:text-comet [&::-webkit-details-marker]:hidden">
            {question}
            <span className="flex text-quiet transition-transform group-open:rotate-180">
              <Icon name="chevron-down" size="medium" />
            </span>
          </summary>
          <p className="m-0 max-w-[44rem] pb-5 text-quiet">{answer}</p>
        </details>
      ))}
    </div>
  );
}
