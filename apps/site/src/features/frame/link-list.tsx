export type LinkRow = readonly [href: string, text: readonly [name: string, explanation: string]];

/** Links in a card, each with a line about its target. */
export function LinkList({ label, links }: { readonly label: string; readonly links: readonly LinkRow[] }) {
  return (
    <nav aria-label={label}>
      <ul className="m-0 list-none overflow-hidden rounded-control border border-line bg-raised p-0">
        {links.map(([href, [name, explanation]]) => (
          <li key={href} className="border-b border-line last:border-b-0">
            <a href={href} className="group flex flex-col px-5 py-3.5 no-underline">
              <span className="font-semibold text-ink group-hover:text-comet">{name}</span>
              <span className="text-small text-quiet">{explanation}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
