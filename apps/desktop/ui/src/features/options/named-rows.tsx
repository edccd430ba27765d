import { AddressText, classes, LinkAction } from '@comet/ui';

interface NamedRow {
  readonly key: string;
  readonly title: string;
  /** Shows the title in monospace: it is an address or a path. */
  readonly exact?: boolean;
  readonly detail?: string;
  /** A button that copies a text: its label, and the accessible name. */
  readonly copy?: { readonly label: string; readonly what: string; readonly onCopy: () => void };
  /** The label of its action, and the accessible name. */
  readonly act: string;
  readonly actWhat: string;
  readonly onAct: () => void;
}

/** A list of items, each with a button that removes it; a sentence if it is empty. */
export function NamedRows({ rows, none }: { readonly rows: readonly NamedRow[]; readonly none: string }) {
  if (rows.length === 0) return <p className="m-0 border-y border-line py-3.5 text-quiet">{none}</p>;
  return (
    <ul className="m-0 list-none border-t border-line p-0">
      {rows.map(({ key, title, exact = false, detail, copy, act, actWhat, onAct }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3.5">
          <span className="flex min-w-0 grow basis-28 flex-col">
            <span className={classes('wrap-anywhere', exact && 'font-mono text-small')}>
              {exact ? <AddressText>{title}</AddressText> : title}
            </span>
            {detail !== undefined && <span className="text-small text-quiet">{detail}</span>}
          </span>
          <span className="flex shrink-0 gap-4">
            {copy !== undefined && (
              <LinkAction aria-label={copy.what} onClick={copy.onCopy}>
                {copy.label}
              </LinkAction>
            )}
            <LinkAction aria-label={actWhat} onClick={onAct}>
              {act}
            </LinkAction>
          </span>
        </li>
      ))}
    </ul>
  );
}
