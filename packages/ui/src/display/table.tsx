import type { ReactNode } from 'react';
import { classes } from '../actions/classes.ts';

interface TableProps {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly heads: readonly ReactNode[];
  /** Number of text columns from the left, one by default; the others are numeric. The first is the row header. */
  readonly wordColumns?: number;
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly empty?: ReactNode;
}

/**
 * A table of figures with thin lines between its rows. If it is larger than its container it scrolls, also by
 * keyboard.
 */
export function Table({ caption, heads, wordColumns = 1, rows, empty }: TableProps) {
  return (
    <section
      aria-label={caption}
      // A scrolling region must be focusable to be scrolled by keyboard.
      tabIndex={0}
      className="max-h-[17.25rem] min-w-0 overflow-auto border-y border-line"
    >
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th
                key={place}
                scope="col"
                className={classes(
                  'sticky top-0 bg-ground py-2.5 font-medium whitespace-nowrap text-quiet',
                  place > 0 && 'pl-4',
                  place < wordColumns ? 'text-left' : 'text-right',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-line">
              {row.cells.map((cell, place) =>
                place === 0 ? (
                  <th key={place} scope="row" className="py-2.5 text-left font-normal whitespace-nowrap">
                    {cell}
                  </th>
                ) : (
                  <td
                    key={place}
                    className={classes(
                      'py-2.5 pl-4',
                      place < wordColumns ? 'text-left' : 'text-right font-mono whitespace-nowrap',
                    )}
                  >
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr className="border-t border-line">
              <td colSpan={heads.length} className="py-2.5 text-quiet">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
